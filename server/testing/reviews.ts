/** A review that is under way: abstracts that are ready to be read, and people who have them. */
import type { FastifyInstance } from 'fastify'
import type * as calls from '#contract/calls.ts'
import type { Operation } from '#contract/operation.ts'
import { operations } from '#contract/operations.ts'
import type { ReviewFields } from '#contract/reviews/reviews.ts'
import type { World } from '#server/kernel/world.ts'
import { tokenFor } from './people.ts'
import { aReviewer, aSubmittedAbstract, asStaff, reviewBegins } from './selection.ts'
import { aTeam } from './team.ts'

/** Any call of the contract. */
export type CallName = Exclude<keyof typeof calls, 'staffCalls'>

type Asked = { http: number; body: Record<string, unknown>; headers: Record<string, unknown>; raw: string }

export async function askReview(
  app: FastifyInstance,
  name: CallName,
  { token, ...body }: Record<string, unknown> & { token: string },
): Promise<Asked> {
  const { method, path } = operations.find((each) => each.name === name) as Operation
  const headers = { host: 'localhost', authorization: `Bearer ${token}` }
  const query = Object.fromEntries(Object.entries(body).map(([field, value]) => [field, String(value)]))
  const sent = method === 'GET' ? { query } : { payload: body }
  const reply = await app.inject({ method, url: path, headers, ...sent })
  const isJson = String(reply.headers['content-type']).includes('json')
  return { http: reply.statusCode, body: isJson ? reply.json() : {}, headers: reply.headers, raw: reply.body }
}

export type Reader = {
  reviewerId: number
  accountId: number
  email: string
  token: string
  /** In the order of the abstracts. */
  assignments: number[]
}

/** Everybody has every abstract, under an alias that says nothing of the order in which they came. */
export async function aReviewUnderWay({ abstracts = 1, readers: many = 2, dueOn = null as string | null } = {}) {
  const team = await aTeam()
  const { world, eventId, app } = team
  const all: Awaited<ReturnType<typeof aSubmittedAbstract>>[] = []
  for (let at = 0; at < abstracts; at += 1) all.push(await aSubmittedAbstract(team, { Title: `Work ${at + 1}` }))
  const people = []
  for (let at = 0; at < many; at += 1) people.push(await aReviewer(team))
  const criteria = await withCriteria(world, eventId)
  await reviewBegins(world, eventId)
  await asStaff(world, async ({ db }) => {
    await db.updateTable('redaction').set({ state: 'ready' }).execute()
    await db.updateTable('reviewCall').set({ dueOn }).execute()
  })
  const readers: Reader[] = []
  for (const [at, person] of people.entries()) {
    const given = { reviewerId: person.reviewerId, alias: many - at, assignedAt: world.now(), changedAt: world.now() }
    const rows = await asStaff(world, ({ db }) =>
      db
        .insertInto('assignment')
        .values(all.map(({ pk }) => ({ abstractId: pk, ...given })))
        .returning(['id', 'abstractId'])
        .execute(),
    )
    const idOf = new Map(rows.map(({ id, abstractId }) => [abstractId, id]))
    readers.push({
      ...person,
      token: await tokenFor(world, person.accountId),
      assignments: all.map(({ pk }) => idOf.get(pk) as number),
    })
  }
  const whole: ReviewFields = {
    scores: criteria.map((criterionId, at) => ({ criterionId, score: 5 - at })),
    recommendation: 'accept',
    asType: null,
    sure: 'field',
    toAuthor: 'State how many scans each reader performed.',
    toChairs: 'A sound piece of work.',
  }
  const ask = (name: CallName, body: Record<string, unknown> & { token: string }) => askReview(app, name, body)
  let saves = 0
  /** The first of theirs, unless it is said. */
  const send = (name: 'ReviewSave' | 'ReviewSubmit', reader: Reader, fields: Record<string, unknown> = {}) =>
    ask(name, {
      token: reader.token,
      assignmentId: reader.assignments[0],
      version: 0,
      saveKey: `save-key-${(saves += 1)}`,
      ...whole,
      ...fields,
    })
  return { ...team, abstracts: all, readers, criteria, whole, ask, send }
}

/** Question counts once, Method twice; Use need not be answered. */
async function withCriteria(world: World, eventId: number): Promise<number[]> {
  const rows = await asStaff(world, ({ db }) =>
    db
      .insertInto('criterion')
      .values([
        { eventId, name: 'Question', position: 0, weight: '1' },
        { eventId, name: 'Method', position: 1, weight: '2' },
        { eventId, name: 'Use', position: 2, weight: '1', isRequired: false },
      ])
      .returning(['id', 'position'])
      .execute(),
  )
  return rows.toSorted((a, b) => a.position - b.position).map(({ id }) => id)
}

export async function decided(world: World, abstractId: number): Promise<void> {
  await asStaff(world, ({ db }) =>
    db.updateTable('abstract').set({ status: 'Accepted', level: 2 }).where('id', '=', abstractId).execute(),
  )
}
