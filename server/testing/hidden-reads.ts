/** Everything that somebody can read about a review, as one map from what was asked to what was answered: for tests that nothing leaks. */
import { sql } from 'kysely'
import type { Operation } from '#contract/operation.ts'
import { operations } from '#contract/operations.ts'
import { abstractStates } from '#contract/selection/words.ts'
import { sentWith } from './inputs.ts'
import type { Actor, Cast, Subject } from './review-cast.ts'

export type Answers = Map<string, string>
type Asked = Record<string, string>

/** What differs by itself: how long the server has run, and how it is. */
const restless = new Set(['HealthShow'])
/** Reads that are noted as acts: asked last, and forgotten, so that nobody reads of their own reading. */
const noted = new Set(['ConsoleSearch', 'LetterShow', 'PersonContact', 'PersonPhoto'])

export const readsOfStaff = operations
  .filter(({ token, kind, name }) => token === 'staff' && kind === 'read' && !restless.has(name))
  .toSorted((one, other) => Number(noted.has(one.name)) - Number(noted.has(other.name)))
export const readsOfReviewers = operations.filter(
  ({ token, kind, path }) => token === 'session' && kind === 'read' && /Review|Bid/.test(path),
)

/** Each with every value of what it takes that could bring an answer about this abstract. */
function wishesFor(
  operation: Operation,
  { eventId, people, reviewers }: Cast,
  { pk, number, assignmentId }: Subject,
): Asked[] {
  const known: Record<string, readonly (string | number)[]> = {
    eventId: [eventId],
    number: [number],
    abstractId: [pk],
    pk: [pk],
    assignmentId: [assignmentId],
    accountId: [
      people.owner,
      people['co-author'],
      people['reviewer who has it'],
      people['reviewer who has it not'],
    ].map(({ accountId }) => accountId),
    reviewerId: [reviewers.has, reviewers.hasNot],
  }
  const base: Asked[] = [{}]
  const wishes = Object.entries(known).reduce((all, [name, values]) => {
    const fits = values.map(String).filter((value) => operation.input.shape[name]?.safeParse(value).success)
    return fits.length === 0 ? all : all.flatMap((wish) => fits.map((value) => ({ ...wish, [name]: value })))
  }, base)
  const [first = {}] = wishes
  const takes = (filter: Asked) =>
    Object.entries(filter).every(([name, value]) => operation.input.shape[name]?.safeParse(value).success)
  return [...wishes, ...(filters[operation.name] ?? []).filter(takes).map((filter) => ({ ...first, ...filter }))]
}

const filters: Record<string, Asked[]> = {
  AbstractList: [
    ...abstractStates.map((state) => ({ state })),
    ...['none', 'fewer', 'complete'].map((reviews) => ({ reviews })),
    { sort: 'mean' },
    { sort: '-mean' },
    { search: 'a' },
  ],
  PeopleList: [...abstractStates.map((abstract) => ({ abstract })), { view: 'with-abstract' }],
  AuditList: [{ search: 'reason' }, { aboutKind: 'abstract' }],
  OutboxList: [{ search: 'review' }, { state: 'waiting' }],
}

export async function everyAnswer(cast: Cast, subject: Subject, who: Actor): Promise<Answers> {
  const { app } = cast
  const answers: Answers = new Map()
  const newest = await newestAct(cast)
  for (const operation of who.staff ? readsOfStaff : readsOfReviewers)
    for (const wish of wishesFor(operation, cast, subject)) {
      const { query = '', payload } = sentWith(operation, wish)
      const reply = await app.inject({
        method: operation.method,
        url: operation.path + query,
        headers: {
          host: 'localhost',
          'sec-fetch-site': 'same-origin',
          ...(who.staff ? { cookie: `${app.staffCookie}=${who.staff}` } : { authorization: `Bearer ${who.token}` }),
          ...(payload && { 'content-type': 'application/json' }),
        },
        ...(payload && { payload }),
      })
      const isJson = String(reply.headers['content-type']).includes('json')
      const body = isJson ? settled(reply.json()) : reply.body
      answers.set(`${operation.name}${query || (payload ?? '')}`, `${reply.statusCode} ${body}`)
    }
  await forgetReads(cast, newest)
  return answers
}

async function newestAct({ world }: Cast): Promise<number> {
  const newest = world.db.selectFrom('act').select((row) => row.fn.max('id').as('id'))
  return (await newest.executeTakeFirst())?.id ?? 0
}

async function forgetReads({ world }: Cast, since: number): Promise<void> {
  await world.db.transaction().execute(async (db) => {
    await sql`alter table act disable trigger user`.execute(db)
    await sql`delete from act where id > ${since} and outcome = 'read'`.execute(db)
    await sql`alter table act enable trigger user`.execute(db)
  })
}

/** Every request has a number of its own. */
const settled = (body: unknown): string =>
  JSON.stringify(body, (key, value: unknown) => (/^requestId$/i.test(key) ? '#' : value))

export const differences = (before: Answers, after: Answers): string[] =>
  [...after].flatMap(([asked, answer]) =>
    before.get(asked) === answer ? [] : [`${asked}\n  ${around(before.get(asked) ?? '', answer)}`],
  )

/** Where two texts part. */
function around(before: string, after: string): string {
  const until = Math.min(before.length, after.length)
  let at = 0
  while (at < until && before[at] === after[at]) at += 1
  const from = Math.max(0, at - 60)
  return `${before.slice(from, at + 80)}\n  ${after.slice(from, at + 80)}`
}
