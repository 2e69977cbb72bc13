/** What they wrote: drafts, submitted, withdrawn, and drafts that were removed, with all their versions. */
import { createHash } from 'node:crypto'
import { day, hour, minute } from '#contract/durations.ts'
import { submittedLetter } from '#server/abstracts/mail.ts'
import { cleanText } from '#server/abstracts/rich-text.ts'
import { digestOf, wordsOf } from '#server/abstracts/rules.ts'
import type { Row } from '#server/database/tables.ts'
import type { Guest } from './people.ts'
import { after, notToday, type Setting } from './setting.ts'
import { aPaper, type Paper } from './texts.ts'

type Fate = 'draft' | 'removed' | 'submitted' | 'withdrawn'
const fates: Record<Fate, number> = { submitted: 92, draft: 30, withdrawn: 10, removed: 8 }

type Rows = {
  abstract: Partial<Row<'abstract'>>[]
  abstractVersion: Partial<Row<'abstractVersion'>>[]
  abstractCounter: Partial<Row<'abstractCounter'>>[]
  files: Map<string, Buffer>
  /** Of those that were submitted, for their letter. */
  papers: Map<number, { author: Guest; title: string }>
}

export function planAbstracts(setting: Setting, guests: readonly Guest[]): Rows {
  const { chance, event } = setting
  const rows: Rows = { abstract: [], abstractVersion: [], abstractCounter: [], files: new Map(), papers: new Map() }
  const [she, ...others] = guests.filter(({ hasProfile }) => hasProfile)
  const wanted = Object.entries(fates).flatMap(([fate, count]) => Array.from({ length: count }, () => fate as Fate))
  const begun = wanted
    .map((fate, at) => {
      // The first submitted one and the first draft are hers whose sign-in is printed.
      const isHers = at === 0 || at === fates.submitted
      const author = (isHers && she) || chance.oneOf(others)
      const room = setting.today.getTime() - author.cameAt.getTime() - hour
      return {
        fate,
        author,
        at: notToday(setting, after(author.cameAt, Math.max(5 * minute, room * chance.below(900) * 0.001))),
      }
    })
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  for (const each of begun) addAbstract(setting, rows, each)
  numberSubmitted(setting, rows)
  rows.abstractCounter.push({ eventId: event.id, last: rows.abstract.filter(({ number }) => number !== null).length })
  return rows
}

type Begun = { fate: Fate; author: Guest; at: Date }

function addAbstract(setting: Setting, rows: Rows, { fate, author, at }: Begun): void {
  const { chance, numbers, event } = setting
  const id = numbers('abstract')
  const versions = chance.byWeight([
    { of: 1, weight: 55 },
    { of: 2, weight: 25 },
    { of: 3, weight: 15 },
    { of: 5, weight: 5 },
  ])
  const paper = aPaper(chance)
  const file = fileOf(chance.hex(32), paper, author)
  rows.files.set(file.fileKey, file.bytes)
  const spent = Math.min(5 * day, setting.today.getTime() - at.getTime() - 20 * minute)
  const savedAt = (number: number) => after(at, Math.max(0, (spent * (number - 1)) / 6))
  for (let number = 1; number <= versions; number += 1)
    rows.abstractVersion.push(versionOf(setting, { id, number, author, paper, file, savedAt: savedAt(number) }))
  const lastSaved = savedAt(versions)
  const isIn = fate === 'submitted' || fate === 'withdrawn'
  const takenBack = after(lastSaved, 15 * minute)
  rows.abstract.push({
    id,
    applicantId: author.applicantId,
    eventId: event.id,
    status: isIn ? 'Pending' : '',
    level: 0,
    number: null,
    currentVersion: versions,
    versions,
    createdAt: at,
    submittedAt: isIn ? after(lastSaved, 3 * minute) : null,
    isLate: false,
    removedAt: fate === 'removed' ? takenBack : null,
    withdrawnAt: fate === 'withdrawn' ? takenBack : null,
  })
  if (isIn) rows.papers.set(id, { author, title: cleanText(paper.title, 'one line').plain })
}

type Version = {
  id: number
  number: number
  author: Guest
  paper: Paper
  file: ReturnType<typeof fileOf>
  savedAt: Date
}

function versionOf(
  { chance, fields }: Setting,
  { id, number, author, paper, file, savedAt }: Version,
): Partial<Row<'abstractVersion'>> {
  const field = fields[id % fields.length] as Setting['fields'][number]
  const type = (['Oral', 'Poster', 'Poster', 'Oral', 'Workshop'] as const)[id % 5] as 'Oral' | 'Poster' | 'Workshop'
  const title = cleanText(paper.title, 'one line')
  const { BackGround, Material, Results, Discussion } = paper.sections
  const [background, material, results, discussion] = [BackGround, Material, Results, Discussion].map((text) =>
    cleanText(text),
  )
  if (!background || !material || !results || !discussion) throw new Error('a paper has four sections')
  const form = {
    sections: paper.sections,
    type,
    speciality: field.speciality,
    subSpeciality: field.name,
    subSpecialityId: undefined,
    title: paper.title,
  }
  return {
    abstractId: id,
    number,
    applicantId: author.applicantId,
    saveKey: chance.hex(32),
    saveDigest: digestOf(form, file.fileSha256.toString('hex')),
    abstractType: type,
    subSpecialityId: field.subSpecialityId,
    title: title.html,
    titlePlain: title.plain,
    background: background.html,
    backgroundPlain: background.plain,
    material: material.html,
    materialPlain: material.plain,
    results: results.html,
    resultsPlain: results.plain,
    discussion: discussion.html,
    discussionPlain: discussion.plain,
    words: wordsOf([background.plain, material.plain, results.plain, discussion.plain]),
    fileKey: file.fileKey,
    fileName: file.fileName,
    fileSize: file.bytes.length,
    fileSha256: file.fileSha256,
    fileScan: 'none',
    isAside: false,
    isLate: false,
    savedAt,
    startedAt: after(savedAt, -2000),
  }
}

function fileOf(name: string, { title, sections }: Paper, { fullName }: Guest) {
  const words = [title, fullName, ...Object.values(sections)].map((text) => cleanText(text).plain)
  const bytes = Buffer.from(`${words.join('\n\n')}\n`)
  const fileSha256 = createHash('sha256').update(bytes).digest()
  return { bytes, fileSha256, fileName: 'abstract.txt', fileKey: `abstracts/${name.slice(0, 2)}/${name.slice(2)}` }
}

/** In the order in which they came in, without a gap; each with its letter. */
function numberSubmitted(setting: Setting, rows: Rows): void {
  const { event, publicUrl, letters } = setting
  const submitted = rows.abstract.filter((each): each is typeof each & { id: number; submittedAt: Date } =>
    Boolean(each.submittedAt),
  )
  const inTurn = submitted.toSorted(
    (one, other) => one.submittedAt.getTime() - other.submittedAt.getTime() || one.id - other.id,
  )
  for (const [at, abstract] of inTurn.entries()) {
    abstract.number = at + 1
    const paper = rows.papers.get(abstract.id) as { author: Guest; title: string }
    const { fullName, email } = paper.author
    const told = {
      fullName,
      eventName: event.name,
      number: abstract.number,
      title: paper.title,
      timeZone: event.timeZone,
      publicUrl,
    }
    letters.push({
      to: email,
      words: submittedLetter({ ...told, submittedAt: abstract.submittedAt }),
      at: abstract.submittedAt,
      kind: 'abstract_submitted',
      abstractId: abstract.id,
    })
  }
}
