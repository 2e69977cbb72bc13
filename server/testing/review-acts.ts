/** How each act with an abstract is asked for, as a browser asks, and what became of it. */
import { sql } from 'kysely'
import { dayIn } from '#contract/days.ts'
import { operations } from '#contract/operations.ts'
import { aPdf, someWords } from './abstracts.ts'
import { formOf } from './profiles.ts'
import { type Actor, type Cast, nobodys, type Subject } from './review-cast.ts'
import type { ActName, Answer } from './review-rules.ts'
import { asStaff } from './selection.ts'

type Asked = Record<string, unknown>
type Asking = (cast: Cast, subject: Subject) => Asked | Promise<Asked>

const ofPk: Asking = (_, { pk }) => ({ pk })
const ofAbstract: Asking = ({ eventId }, { pk }) => ({ eventId, abstractId: pk })
const ofNumber: Asking = ({ eventId }, { number }) => ({ eventId, number })
const ofAssignment: Asking = (_, { assignmentId }) => ({ assignmentId })
const words: Asking = (_, { pk }) => ({ ...someWords, pk: String(pk), Title: 'Changed' })
const presents =
  (answer: 'yes' | 'no'): Asking =>
  (_, { pk }) => ({ pk, answer })
const decision =
  (outcome: string | null, more: Asked = {}): Asking =>
  ({ eventId }, { pk }) => ({ eventId, abstractIds: [pk], outcome, reason: 'We have talked about it', ...more })

const soon = ({ world }: Cast) => new Date(world.now().getTime() + 4 * 86_400_000)

async function review({ world, criterionId }: Cast, { assignmentId }: Subject): Promise<Asked> {
  const saved = world.db.selectFrom('review').select('version').where('assignmentId', '=', assignmentId)
  return {
    assignmentId,
    version: (await saved.executeTakeFirst())?.version ?? 0,
    saveKey: `key-${assignmentId}-of-a-save`,
    scores: [{ criterionId, score: 3 }],
    recommendation: 'reject',
    asType: null,
    sure: 'near',
    toAuthor: 'Please state how many scans each reader performed.',
    toChairs: '',
  }
}

async function redaction({ world, eventId }: Cast, { pk }: Subject): Promise<Asked> {
  const made = world.db.selectFrom('redaction').select('saves').where('abstractId', '=', pk)
  const { saves = 0 } = (await made.executeTakeFirst()) ?? {}
  return { eventId, abstractId: pk, version: 1, saves, release: true }
}

/** Alike to another, once it was submitted. */
async function alike({ world, eventId }: Cast, { pk, number, other }: Subject): Promise<Asked> {
  const [a, b] = [pk, await other()].toSorted((one, two) => one - two) as [number, number]
  const pair = { a, b, share: 80, isSameOwner: false, at: world.now() }
  if (number !== nobodys)
    await asStaff(world, ({ db }) =>
      db
        .insertInto('likeness')
        .values(pair)
        .onConflict((same) => same.doNothing())
        .execute(),
    )
  return { eventId, a, b, state: 'different' }
}

/** Theirs by lot: another key, until it is in the lot of whoever does not have it. */
async function titleToWishFor({ world, eventId, reviewers }: Cast, { pk }: Subject): Promise<Asked> {
  for (;;) {
    const { rows } = await sql<{ titleId: string; isDrawn: boolean }>`
      select encode(substring(drawn from 1 for 16), 'hex') as title_id, get_byte(drawn, 31) < 171 as is_drawn
      from bid_key cross join lateral (select sha256(convert_to(key || ' ' || ${reviewers.hasNot}::int || ' ' || ${pk}::int, 'UTF8')) as drawn) as lot
      where event_id = ${eventId}`.execute(world.db)
    if (rows[0]?.isDrawn) return { eventId, titleId: rows[0].titleId, bid: 1 }
    await sql`update bid_key set key = gen_random_uuid() where event_id = ${eventId}`.execute(world.db)
  }
}

const acts: Record<ActName, Asking> = {
  AbstractSave: words,
  AbstractUpdate: words,
  SubmitAbstract: ofPk,
  RemoveAbstract: ofPk,
  AbstractDownload: ofPk,
  AuthorsRead: ofPk,
  AuthorsSave: (_, { pk }) => ({ pk, version: 1, authors: [{ name: 'Ayesha', email: '', presents: true }] }),
  BlindCheck: ofPk,
  DecisionRead: ofPk,
  RevisionSend: ofPk,
  'PresentingAnswer yes': presents('yes'),
  'PresentingAnswer no': presents('no'),
  ReviewOpen: ofAssignment,
  ReviewFile: ofAssignment,
  ReviewSave: review,
  ReviewSubmit: review,
  'ReviewDecline other': (_, { assignmentId }) => ({ assignmentId, reason: 'other', note: 'On leave' }),
  'ReviewDecline conflict': (_, { assignmentId }) => ({ assignmentId, reason: 'conflict', kind: 'personal' }),
  ReviewTakeBack: ofAssignment,
  RemarkAdd: (_, { assignmentId }) => ({ assignmentId, text: 'The method decides.' }),
  BidList: ({ eventId }) => ({ eventId }),
  BidSave: titleToWishFor,

  AbstractShow: ofNumber,
  AbstractFile: ({ eventId }, { number }) => ({ eventId, number, version: 1 }),
  AssignByHand: ({ eventId, reviewers }, { pk }) => ({ eventId, abstractId: pk, reviewerId: reviewers.hasNot }),
  Unassign: ({ eventId }, { assignmentId }) => ({ eventId, assignmentId, reason: 'Moved abroad' }),
  ReviewSendBack: ({ eventId }, { assignmentId }) => ({ eventId, assignmentId, reason: 'It names a colleague' }),
  ConflictSet: ({ eventId, reviewers }, { pk }) => ({
    eventId,
    abstractId: pk,
    reviewerId: reviewers.hasNot,
    kind: 'competing',
    strength: 'hard',
    reason: 'The same grant',
  }),
  ConflictClear: ({ eventId, reviewers }, { pk }) => ({
    eventId,
    abstractId: pk,
    reviewerId: reviewers.hasNot,
    kind: 'supervised',
    reason: 'Another person',
  }),
  StaffConflictSet: ({ eventId, people }, { pk }) => ({
    eventId,
    abstractId: pk,
    accountId: people['chair in conflict'].accountId,
    kind: 'department',
    strength: 'hard',
    reason: 'The same department',
  }),
  RedactionShow: ofAbstract,
  RedactionFile: ({ eventId }, { pk }) => ({ eventId, abstractId: pk, which: 'original' }),
  RedactionPage: ({ eventId }, { pk }) => ({ eventId, abstractId: pk, page: 1 }),
  RedactionSave: redaction,
  RedactionAsk: ({ eventId }, { pk }) => ({ eventId, abstractId: pk, version: 1 }),
  'RemarkByChair to reviewers': ({ eventId }, { pk }) => ({
    eventId,
    abstractId: pk,
    text: 'Look at table 2.',
    audience: 'reviewers',
  }),
  'RemarkByChair to chairs': ({ eventId }, { pk }) => ({
    eventId,
    abstractId: pk,
    text: 'Between us.',
    audience: 'chairs',
  }),
  'DecisionSet accepted': decision('accepted'),
  'DecisionSet rejected': decision('rejected'),
  'DecisionSet waiting': decision('waiting'),
  'DecisionSet revise': (cast, subject) => decision('revise', { reviseUntil: dayIn('UTC', soon(cast)) })(cast, subject),
  'DecisionSet duplicate': async (cast, subject) =>
    decision('duplicate', { intoId: await subject.other() })(cast, subject),
  'DecisionSet none': decision(null),
  DecisionPreview: ofAbstract,
  DecisionReset: ({ eventId }, { pk }) => ({ eventId, abstractId: pk, reason: 'The wrong one' }),
  WaitingMove: async ({ eventId }, { pk, other }) => ({ eventId, abstractId: pk, pastId: await other(), way: 'up' }),
  'AbstractMerge into another': async ({ eventId }, { pk, other }) => ({
    eventId,
    abstractId: pk,
    intoId: await other(),
    reason: 'One study',
  }),
  'AbstractMerge of another': async ({ eventId }, { pk, other }) => ({
    eventId,
    abstractId: await other(),
    intoId: pk,
    reason: 'One study',
  }),
  LikenessSettle: alike,
}

export const operationOf = (act: ActName) => {
  const name = act.split(' ')[0]
  const found = operations.find((operation) => operation.name === name)
  if (!found) throw new Error(`there is no call ${act}`)
  return found
}

/** Everything that is asked for is made before: what then changes was changed by the call. */
export async function prepared(act: ActName, cast: Cast, subject: Subject): Promise<(who: Actor) => Promise<Answer>> {
  const asked = await acts[act](cast, subject)
  const { method, path, upload, token } = operationOf(act)
  const form =
    upload && (await formOf(asked as Record<string, string>, { bytes: aPdf(), name: 'a.pdf', field: 'AbstractFile' }))
  const query = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)]))
  const sent = form
    ? { payload: form.body, headers: { 'content-type': form.type } }
    : method === 'GET'
      ? { query, headers: {} }
      : { payload: asked, headers: {} }
  return async (who) => {
    const { app } = cast
    const mine: Record<string, string> =
      token === 'staff'
        ? { 'sec-fetch-site': 'same-origin', ...(who.staff && { cookie: `${app.staffCookie}=${who.staff}` }) }
        : { authorization: `Bearer ${who.token}` }
    const headers = { host: 'localhost', ...sent.headers, ...mine }
    const reply = await app.inject({ method, url: path, ...sent, headers })
    const isJson = String(reply.headers['content-type']).includes('json')
    return answerIn(reply.statusCode, isJson ? reply.json() : {})
  }
}

type Said = Partial<{
  code: string
  status: string
  hasConflict: boolean
  redaction: { hasConflict: boolean }
  Table: [{ Status?: string }]
}>

function answerIn(http: number, body: Said): Answer {
  if (http === 401) return 'sign_in_first'
  if (http === 404) return 'not_found'
  if (http !== 200) return body.code ?? String(http)
  if (body.hasConflict || body.redaction?.hasConflict) return 'number and title'
  const status = body.status ?? body.Table?.[0].Status ?? 'Success'
  return status === 'Success' ? 'done' : status
}

/** Everything that is known of an abstract, as one word, and how many letters there are. */
export async function traceOf({ world }: Cast, { pk }: Subject): Promise<string> {
  const tables = [
    'abstract_version',
    'abstract_author',
    'named_conflict',
    'redaction',
    'assignment',
    'remark',
    'decision',
    'bid',
  ]
  const rows = (table: string) =>
    sql`(select string_agg(row::text, chr(10) order by row::text) from ${sql.table(table)} as row where abstract_id = ${pk})`
  const reviews = (table: string) =>
    sql`(select string_agg(row::text, chr(10) order by row::text) from ${sql.table(table)} as row where assignment_id in (select id from assignment where abstract_id = ${pk}))`
  const { rows: found } = await sql<{ trace: string }>`
    select md5(concat_ws('/', (select row::text from abstract as row where id = ${pk}), ${sql.join(tables.map(rows))},
      ${sql.join(['review', 'review_score', 'review_version'].map(reviews))}, ${rows('conflict')},
      (select string_agg(row::text, chr(10) order by row::text) from likeness as row where a = ${pk} or b = ${pk}),
      (select count(*) from mail))) as trace`.execute(world.db)
  return found[0]?.trace ?? ''
}

/** The newest act of the trail, as one line. */
export async function lastAct({ world }: Cast): Promise<{ id: number; line: string }> {
  const found = await world.db
    .selectFrom('act')
    .select(['id', 'operation', 'accountId', 'outcome', 'refusal'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { id = 0, operation, accountId, outcome, refusal } = found ?? {}
  return { id, line: `${operation} by ${accountId}: ${outcome} ${refusal ?? ''}`.trim() }
}
