import { hour } from '#contract/durations.ts'
import { cleanText } from '#server/abstracts/rich-text.ts'
import { wordsOf } from '#server/abstracts/rules.ts'
/** What gives somebody to do on a first day: texts that name who wrote them, and two that are one work. */
import type { Row } from '#server/database/tables.ts'
import { alike } from '#server/platform/costly-work/likeness.ts'
import { fileTypes } from '#server/platform/files/file-kinds.ts'
import { findIn, searchFor } from '#server/selection/redaction/redaction-rules.ts'
import { blindTexts, type Finding, findInTexts } from '#server/selection/redaction/redaction-texts.ts'
import { after, type Setting } from './setting.ts'

type Version = Row<'abstractVersion'>
type Written = {
  abstract: Partial<Row<'abstract'>>[]
  abstractVersion: Partial<Version>[]
  files: Map<string, Buffer>
}
type People = {
  guests: readonly { applicantId: number; fullName: string; email: string }[]
  profile: Partial<Row<'profile'>>[]
}
type Redaction = Partial<Row<'redaction'>>
type Author = { name: string; email: string; institution: string; department: string }

/** Each says it in another way: the hospital, the initials, the address. */
const sentences: ((author: Author) => Partial<Record<'background' | 'material' | 'discussion', string>>)[] = [
  ({ name, institution }) => ({
    background: `This is often seen late at ${institution}.`,
    material: `${initialsOf(name)} trained all staff before the first day.`,
  }),
  ({ name, email }) => ({ discussion: `Whoever wants the questionnaire writes to ${name} (${email}).` }),
  ({ institution }) => ({ material: `Ethics approval was given by the board of ${institution}.` }),
]

const initialsOf = (name: string): string => {
  const parts = name.split(' ')
  return `${parts[0]?.[0]}. ${parts.at(-1)}`
}

/** All rows of a table are loaded with the same columns. */
const nothingFound = {
  title: null,
  background: null,
  material: null,
  results: null,
  discussion: null,
  found: [],
  file: 'none',
  fileKey: null,
  fileSize: null,
  fileType: null,
}

/** Those that wait for a redactor have something to be found, in text, file and file's name. */
export function plantNames(redactions: readonly Redaction[], written: Written, people: People): void {
  for (const redaction of redactions) Object.assign(redaction, nothingFound)
  const waiting = redactions.filter(({ state }) => state === 'waiting')
  for (const [at, redaction] of waiting.entries()) {
    const version = versionIn(written, redaction.abstractId)
    const author = authorOf(people, version.applicantId)
    for (const [section, said] of Object.entries(sentences[at % sentences.length]?.(author) ?? {}))
      addTo(version, section as 'background', said)
    const surname = author.name.split(' ').at(-1)?.toLowerCase()
    version.fileName = `abstract-${surname}.txt`
    const search = searchFor([{ ...author, emails: [author.email], phones: [], registration: '' }])
    const original = written.files.get(version.fileKey) ?? Buffer.alloc(0)
    const fileKey = version.fileKey.replace('abstracts/', 'blind/')
    written.files.set(fileKey, original)
    const found: Finding[] = [
      ...findInTexts(version, {}, search),
      ...findIn(original.toString(), search).map((each) => ({
        ...each,
        where: 'file' as const,
        around: original
          .toString()
          .slice(Math.max(0, each.from - 40), each.to + 40)
          .replaceAll(/\s+/g, ' ')
          .trim(),
        isHidden: each.isSure,
      })),
      ...findIn(version.fileName, search).map((each) => ({
        ...each,
        where: 'fileName' as const,
        around: version.fileName,
        isHidden: true,
      })),
    ]
    Object.assign(redaction, {
      ...blindTexts(version, {}, found),
      found,
      file: 'copy',
      fileKey,
      fileSize: original.length,
      fileType: fileTypes.txt,
    })
  }
}

/** The second submits nearly the words of the first, as happens where two of a department send one study. */
export function plantLikeness(
  { today }: Setting,
  redactions: readonly Redaction[],
  written: Written,
): Row<'likeness'>[] {
  const ready = redactions.filter(({ state }) => state === 'ready')
  return [
    [3, 21],
    [8, 34],
  ].flatMap(([first, second]) => {
    const one = versionIn(written, ready[first as number]?.abstractId)
    const other = versionIn(written, ready[second as number]?.abstractId)
    for (const section of ['background', 'material', 'results', 'discussion'] as const) {
      other[section] = one[section]
      other[`${section}Plain`] = one[`${section}Plain`]
    }
    Object.assign(other, cycleOf(one))
    addTo(other, 'discussion', 'A second cycle is under way.')
    const texts = [one, other].map((each) => ({ id: each.abstractId, owner: each.applicantId, text: textOf(each) }))
    return alike(texts).map((pair) => ({
      ...pair,
      share: Math.round(pair.share * 100),
      state: 'new' as const,
      by: null,
      at: after(today, -hour),
    }))
  })
}

const cycleOf = ({ title, titlePlain }: Version) => ({
  title: `${title}, first cycle`,
  titlePlain: `${titlePlain}, first cycle`,
})

const textOf = (text: Version): string =>
  [text.titlePlain, text.backgroundPlain, text.materialPlain, text.resultsPlain, text.discussionPlain].join(' ')

function versionIn({ abstract, abstractVersion }: Written, abstractId: number | undefined): Version {
  const { currentVersion } = abstract.find(({ id }) => id === abstractId) ?? {}
  const found = abstractVersion.find((each) => each.abstractId === abstractId && each.number === currentVersion)
  if (!found) throw new Error('what is with reviewers has a version')
  return found as Version
}

function authorOf({ guests, profile }: People, applicantId: number): Author {
  const guest = guests.find((each) => each.applicantId === applicantId)
  const { institution, department } = profile.find((each) => each.applicantId === applicantId) ?? {}
  return {
    name: guest?.fullName ?? '',
    email: guest?.email ?? '',
    institution: institution ?? '',
    department: department ?? '',
  }
}

function addTo(version: Version, section: 'background' | 'material' | 'discussion', said: string): void {
  const { html, plain } = cleanText(`${version[section]}<p>${said}</p>`)
  version[section] = html
  version[`${section}Plain`] = plain
  version.words = wordsOf([
    version.backgroundPlain,
    version.materialPlain,
    version.resultsPlain,
    version.discussionPlain,
  ])
}
