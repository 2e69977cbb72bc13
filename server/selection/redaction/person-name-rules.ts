/** The name of a person, taken apart: what stands before and behind it is no part of it. */
import { foldedWords } from './folding-rules.ts'

export const titles = new Set(
  'dr doctor prof professor mr mrs ms miss sir engr hakeem ڈاکٹر پروفیسر جناب محترمہ'
    .split(' ')
    .map((word) => foldedWords(word)[0] ?? ''),
)
/** In front of a name, and never the name by which somebody is called. */
const beforeName = new Set([...titles, 'assoc', 'asst', 'associate', 'assistant', 'md'])
const degrees = new Set(
  `md phd mbbs mbchb mbbch bds mds fcps mcps mrcp mrcpi mrcpch mrcog mrcs mrcpsych mrcgp frcp frcpe frcpi frcs frcse frcpch frcog frca frcr frcpath facs facp facc facog fachdt fesc faha
  fccp fics facr fase dnb dm mch ms msc bsc bs mphil mph mpa mba mha mcs msn bsn rn dpt pharmd dpharm dgo dch dlo da dmrd dmrt dcp dph dtcd dcn dtmh ma ba llb dsc frsm ukcat plab usmle
  hons hon uk usa eng ed edin edinb glas glasg ire lon lond london pak ii i`.split(/\s+/),
)

export type NameParts = { given: string[]; surname: string }

/** `Prof. Dr. Rubina A. Shaikh, M.Phil, FRCP (Edin)` is called rubina, a, shaikh. Without a name in it: undefined. */
export function partsOf(name: string): NameParts | undefined {
  const parts = name
    .replaceAll(/[()[\]]/g, ' ')
    .split(/[\s,;/]+/)
    .map((part) => {
      const joined = foldedWords(part.replaceAll('.', '')).join('')
      return degrees.has(joined) || beforeName.has(joined) ? [joined] : foldedWords(part)
    })
    .filter((part) => part.length > 0)
  const isDegree = (part: string[] | undefined) => part?.length === 1 && degrees.has(part[0] as string)
  const isTitle = (part: string[] | undefined) => part?.length === 1 && beforeName.has(part[0] as string)
  let [from, to] = [0, parts.length]
  while (from < to - 1 && isTitle(parts[from])) from += 1
  // Somebody may be called Ma or Da: one word is left in any case.
  while (to > from + 1 && isDegree(parts[to - 1])) to -= 1
  const words = parts
    .slice(from, to)
    .flat()
    .filter((word) => !/^\d/.test(word))
  const surname = words.at(-1)
  if (surname === undefined || (words.length === 1 && titles.has(surname))) return undefined
  return { given: words.slice(0, -1), surname }
}
