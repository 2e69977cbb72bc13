/** What waits to be made blind, as staff see and release it. It belongs to one version of an abstract: the next one waits again. */
import { extname } from 'node:path'
import { sql } from 'kysely'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { type BlindSection, blindSections } from '#contract/selection/findings.ts'
import type { RedactionFile, RedactionQueue, RedactionShow, ShownRedaction } from '#contract/selection/redactions.ts'
import { numberOf } from '#contract/selection/words.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { hiddenFrom } from '#server/kernel/visibility/seen-by.ts'
import type { World } from '#server/kernel/world.ts'
import { type FileExtension, fileTypes } from '#server/platform/files/file-kinds.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { type Finding, type HandWritten, isSure, sectionsOf, type Texts } from './redaction-texts.ts'

type Reading = Pick<World, 'db'>
export type Answer = ReplyOf<typeof RedactionShow>

/** One screen is worked through; what comes behind it appears as the first ones go. */
const mostInQueue = 200

/** What is hidden from whoever asks stands at the end, by its number, whether or not it waits: that it does, or since when, would tell that somebody was found in it. */
export async function redactionQueue(
  world: World,
  staff: Staff,
  { eventId }: ParsedInputOf<typeof RedactionQueue>,
): Promise<ReplyOf<typeof RedactionQueue>> {
  const hidden = await hiddenFrom(world, staff, eventId)
  const { rows: counted } = await sql<{ waiting: number; preparing: number; ready: number }>`
    select count(*) filter (where redaction.state = 'waiting')::int as waiting, count(*) filter (where redaction.state = 'preparing')::int as preparing,
      count(*) filter (where redaction.state = 'ready')::int as ready
    from redaction join abstract on abstract.id = abstract_id and current_version = redaction.version
    where event_id = ${eventId} and abstract.state = 'under_review' and abstract.id <> all (${hidden})`.execute(
    world.db,
  )
  const { rows } = await sql<
    Pick<Row<'redaction'>, 'abstractId' | 'file' | 'found'> & { number: number; title: string }
  >`
    select abstract.id as abstract_id, abstract.number, title_plain as title, redaction.file, found
    from redaction join abstract on abstract.id = abstract_id and current_version = redaction.version
    join abstract_version written on written.abstract_id = abstract.id and written.number = current_version
    where event_id = ${eventId} and abstract.state = 'under_review' and (redaction.state = 'waiting' or abstract.id = any (${hidden}))
    order by abstract.id = any (${hidden}), case when abstract.id <> all (${hidden}) then redaction.at end, abstract.id limit ${mostInQueue}`.execute(
    world.db,
  )
  return {
    ...(counted[0] as (typeof counted)[number]),
    rows: rows.map(({ abstractId, number, title, file, found }) => {
      const which = { abstractId, number: numberOf(number), title }
      if (hidden.includes(abstractId)) return { ...which, hasConflict: true }
      const all = (found as Finding[]).filter(({ where }) => where !== 'fileName')
      const sure = all.filter(isSure)
      const inFile = sure.filter(({ where }) => where === 'file').length
      const counts = { inText: sure.length - inFile, inFile, marks: all.length - sure.length }
      return { ...which, hasConflict: false, ...counts, file }
    }),
  }
}

type Which = { eventId: number; abstractId: number }
/** The texts are as they were written. */
export type Seen = Texts &
  Omit<Row<'redaction'>, BlindSection | 'abstractId' | 'by' | 'claimedAt' | 'wasReady'> & {
    number: number
    titlePlain: string
    fileName: string
    originalKey: string
  }

/** Of the version that counts. Undefined: it is with no reviewer, or there is none. */
export async function findRedaction({ db }: Reading, { eventId, abstractId }: Which): Promise<Seen | undefined> {
  return (
    db
      .selectFrom('abstract')
      .innerJoin('redaction', (on) =>
        on.onRef('redaction.abstractId', '=', 'abstract.id').onRef('redaction.version', '=', 'abstract.currentVersion'),
      )
      .innerJoin('abstractVersion as written', (on) =>
        on.onRef('written.abstractId', '=', 'abstract.id').onRef('written.number', '=', 'abstract.currentVersion'),
      )
      .select([
        'redaction.version',
        'redaction.state',
        'saves',
        'found',
        'byHand',
        'file',
        'why',
        'askedAt',
        'redaction.at',
      ])
      .select(['redaction.fileKey', 'redaction.fileSize', 'redaction.fileType', 'redaction.filePages'])
      .select(blindSections.map((section) => `written.${section}` as const))
      .select(['titlePlain', 'fileName', 'written.fileKey as originalKey', sql<number>`abstract.number`.as('number')])
      .where('abstract.id', '=', abstractId)
      .where('abstract.eventId', '=', eventId)
      // While its author revises it, those who have submitted still read the version before.
      .where('abstract.state', 'in', ['under_review', 'revision_asked'])
      .executeTakeFirst()
  )
}

export async function showRedaction(
  world: Reading,
  staff: Staff,
  which: Pick<ParsedInputOf<typeof RedactionShow>, 'eventId' | 'abstractId'>,
): Promise<Answer> {
  const seen = (await findRedaction(world, which)) ?? refuse('not_found')
  const { abstractId } = which
  const told = { abstractId, number: numberOf(seen.number), title: seen.titlePlain }
  const hidden = await hiddenFrom(world, staff, which.eventId)
  return { redaction: hidden.includes(abstractId) ? { ...told, hasConflict: true } : { ...told, ...shownOf(seen) } }
}

function shownOf(seen: Seen): Omit<ShownRedaction, 'abstractId' | 'number' | 'title'> {
  const findings = seen.found as Finding[]
  return {
    hasConflict: false,
    version: seen.version,
    saves: seen.saves,
    state: seen.state,
    sections: sectionsOf(seen, seen.byHand as HandWritten, findings),
    findings: findings.map(({ where, kind, text, around, isHidden, ...each }) => ({
      where,
      kind,
      text,
      around,
      isHidden,
      isSure: isSure(each),
    })),
    file: { state: seen.file, why: seen.why, name: seen.fileName, size: seen.fileSize, pages: seen.filePages },
    askedAt: seen.askedAt?.toISOString() ?? null,
  }
}

export async function redactionFile(
  world: World,
  staff: Staff,
  { which, ...one }: ParsedInputOf<typeof RedactionFile>,
): Promise<ReplyOf<typeof RedactionFile>> {
  const seen = await findRedaction(world, one)
  const hidden = await hiddenFrom(world, staff, one.eventId)
  if (!seen || hidden.includes(one.abstractId)) return refuse('not_found')
  const key = which === 'copy' ? seen.fileKey : seen.originalKey
  const stored = (key && (await world.files.get(key))) || refuse('not_found')
  const extension = extname(seen.fileName).slice(1).toLowerCase()
  const type = which === 'copy' ? seen.fileType : fileTypes[extension as FileExtension]
  const name = which === 'copy' ? `${numberOf(seen.number)}-blind` : `${numberOf(seen.number)}-original.${extension}`
  return { type: type ?? 'application/octet-stream', name, size: stored.size, inline: false, bytes: stored.bytes }
}
