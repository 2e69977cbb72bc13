/** A review for tests: abstracts that are submitted, people who review, and the day on which it begins. */
import type { FastifyInstance } from 'fastify'
import { inAct } from '#server/kernel/acts.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import { beginReview, saveCall } from '#server/selection/call/calls.ts'
import { findConflicts } from '#server/selection/conflicts/conflicts.ts'
import { usualCall } from '#server/selection/rules.ts'
import { saved, type Sending, statusOf, withThemes } from './abstracts.ts'
import { aPerson, aPersonSignedIn } from './people.ts'

type Where = { world: World; app: FastifyInstance; eventId: number }
/** From whom nothing is hidden. */
const nobody = { accountId: 0 }
const byTest = { actor: { kind: 'command', name: 'a test' }, operation: 'test' } as const

export const asStaff = <T>(world: World, work: (world: Acting) => Promise<T>): Promise<T> => inAct(world, byTest, work)

/** Disciplines and fields, once for each event. */
export async function fieldsOf({
  world,
  eventId,
}: Pick<Where, 'world' | 'eventId'>): Promise<{ radiology: number; pathology: number }> {
  const find = () =>
    world.db.selectFrom('speciality').select(['id', 'description']).where('eventId', '=', eventId).execute()
  if ((await find()).length < 2) await asStaff(world, (world) => withThemes(world, eventId))
  const all = await find()
  const id = (name: string) => all.find(({ description }) => description === name)?.id as number
  return { radiology: id('Radiology'), pathology: id('Pathology') }
}

/** Submitted by somebody new; in Radiology unless it is said. */
export async function aSubmittedAbstract(where: Where, words: Record<string, string> = {}, file?: Sending['file']) {
  const { world, app } = where
  await fieldsOf(where)
  const author = await aPersonSignedIn(world)
  const pk = await saved(app, { token: author.token, words, ...(file && { file }) })
  const status = await statusOf(app, 'SubmitAbstract', { token: author.token, pk })
  if (status !== 'Success') throw new Error(`not submitted: ${String(status)}`)
  return { pk, author }
}

/** As the console sends them when nothing but the address is known. */
export const people = (...emails: string[]) => ({ people: emails.map((email) => ({ email })) })

type Offered = Partial<{ email: string; fullName: string; institution: string; department: string; quota: number }>

/** Somebody who accepted, without the letters: that road has a test of its own. */
export async function aReviewer({ world, eventId }: Pick<Where, 'world' | 'eventId'>, change: Offered = {}) {
  const { institution = '', department = '', quota = 12, ...person } = change
  const { radiology } = await fieldsOf({ world, eventId })
  const { email, accountId } = await aPerson(world, person)
  const now = world.now()
  const reviewerId = await asStaff(world, async ({ db }) => {
    const row = { eventId, email, emailKey: email.toLowerCase(), accountId, state: 'active', quota } as const
    const { id } = await db
      .insertInto('reviewer')
      .values({ ...row, institution, department, invitedAt: now, expiresAt: now, answeredAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('reviewerAddress').values({ reviewerId: id, emailKey: email.toLowerCase() }).execute()
    await db
      .insertInto('reviewerField')
      .values({ reviewerId: id, specialityId: radiology, strength: 'first' })
      .execute()
    return id
  })
  return { reviewerId, accountId, email }
}

/** The last date is over, and what was submitted goes to the reviewers. */
export async function reviewBegins(world: World, eventId: number): Promise<void> {
  const { beganAt: _began, ...fields } = usualCall
  await asStaff(world, async (world) => {
    await world.db.updateTable('event').set({ abstractsCloseOn: '2026-10-02' }).where('id', '=', eventId).execute()
    const before = await world.db
      .selectFrom('reviewCall')
      .select('version')
      .where('eventId', '=', eventId)
      .executeTakeFirst()
    if (!before) await saveCall(world, nobody, { eventId, version: 0, actKey: undefined, ...fields })
    const waiting = await world.db
      .selectFrom('abstract')
      .select('id')
      .where('eventId', '=', eventId)
      .where('state', '=', 'submitted')
      .execute()
    await beginReview(world, nobody, { eventId, actKey: undefined, expected: waiting.length })
  })
  await findConflicts(world, eventId)
}
