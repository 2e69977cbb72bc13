/** How one name is spelled by different people: Hussain and Husain, and روبینہ and Rubina. A key is the same for all spellings of a name. */

const muhammad = /^(?:m[ou]h?am+[ae]d|mohd|muhd|md)$/
const isLatin = /^[a-z]+$/
/** Of more letters no name is, and no key is made. */
const longest = 40
const isArabic = /^\p{Script=Arabic}+$/u

/** Vowels that are written in several ways, the longest first; E is read as either of two. */
const vowels: [RegExp, string][] = [
  [/(?:aw|ow)(?![aeiouy])/g, 'U'],
  [/(?:au|ou|oo|uo|o|u)+/g, 'U'],
  [/(?:ai|ay|ae|ei|ey|ee|ea|ie|ye|iy|i|y)+e*/g, 'I'],
  [/e/g, 'E'],
  [/a+/g, 'A'],
]

/** Keys of a folded word: two where an `e` may be heard as either vowel. Of one that is too short to vary, none. */
export function spellings(word: string): string[] {
  if (muhammad.test(word)) return ['muhammad']
  if (word.length < 4 || word.length > longest || !isLatin.test(word)) return []
  let key = word
    .replaceAll('ck', 'k')
    .replaceAll(/qu(?=[aeiou])|q/g, 'k')
    .replaceAll('ph', 'f')
    .replaceAll(/([bdgkt])h/g, '$1')
    .replaceAll('v', 'w')
  for (const [written, heard] of vowels) key = key.replaceAll(written, heard)
  key = withoutDoubles(key.replace(/(?<=[AEIU])h$/, ''))
  if (key.length < 3) return []
  return key.includes('E') ? [key.replaceAll('E', 'I'), key.replaceAll('E', 'A')].map(withoutDoubles) : [key]
}

const withoutDoubles = (word: string): string =>
  Array.from(word)
    .filter((letter, at, all) => letter !== all[at - 1])
    .join('')

/** By folded letters. Urdu writes consonants; of its vowels it writes few, and Latin spelling agrees on none. */
const heard = new Map(
  `بb پp تt طt ٹt ثs سs صs جj چc حh هh خk دd ڈd ذz زz ضz ظz رr ڑr ژz شS غg فf قk کk گg لl مm نn`
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(1)] as const),
)
const silent = new Set('اویعء')
const breathed = new Set('بپتٹجچدڈکگ')

/** The consonants of a folded word in either script. `undefined`: it has letters of neither. */
export function consonants(word: string): string | undefined {
  if (word.length > longest) return undefined
  if (isArabic.test(word)) return arabicConsonants(word)
  if (!isLatin.test(word)) return undefined
  const key = word
    .replaceAll('sh', 'S')
    .replaceAll(/[qx]|ck/g, 'k')
    .replaceAll('ph', 'f')
    .replaceAll(/ch/g, 'C')
    .replaceAll(/([bdgkt])h/g, '$1')
    .replace(/h$/, '')
    .replaceAll(/[aeiouywv]/g, '')
    .replaceAll('c', 'k')
    .replaceAll('C', 'c')
  return withoutDoubles(key)
}

function arabicConsonants(word: string): string {
  const letters = Array.from(word)
  const last = letters.length - 1
  const read = letters.map((letter, at) => {
    // A final he is a vowel, and one behind a stop is its breath, as in Bhutto.
    if (letter === 'ہ') return at === last || breathed.has(letters[at - 1] ?? '') ? '' : 'h'
    return silent.has(letter) ? '' : (heard.get(letter) ?? '')
  })
  return withoutDoubles(read.join(''))
}

export const isInArabic = (word: string): boolean => isArabic.test(word)
