/** The rules of the state: the whole table written by a program, and random stories against a small model of them. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mayEdit, maySubmit } from '#contract/abstracts/rules.ts'
import type { World } from '#server/kernel/world.ts'
import { aPdf, list, portalWithAuthors, saved, send, statusOf } from '#server/testing/abstracts.ts'
import { aClock } from '#server/testing/shop.ts'
import { lateness } from './rules.ts'

type Portal = Awaited<ReturnType<typeof portalWithAuthors>>

const gone = 'This abstract is not in your list any more.'
const locked = 'This abstract can no longer be changed.'

/** Every state that a row can be in, and how it gets there from a draft. */
const states = [
  { name: 'draft', Status: '', AbstractLevel: 0, taken: false },
  { name: 'removed draft', Status: '', AbstractLevel: 0, taken: true },
  { name: 'submitted', Status: 'Pending', AbstractLevel: 0, taken: false },
  { name: 'withdrawn', Status: 'Pending', AbstractLevel: 0, taken: true },
  { name: 'under review', Status: 'Pending', AbstractLevel: 1, taken: false },
  { name: 'under review, withdrawn', Status: 'Pending', AbstractLevel: 1, taken: true },
  { name: 'accepted', Status: 'Accepted', AbstractLevel: 2, taken: false },
  { name: 'rejected at the first look', Status: 'Rejected', AbstractLevel: 2, taken: false },
  { name: 'accepted, withdrawn', Status: 'Accepted', AbstractLevel: 2, taken: true },
] as const
type State = (typeof states)[number]
const actions = ['Edit', 'Submit', 'Remove', 'Save'] as const
type Action = (typeof actions)[number]

const table = states.flatMap((state) =>
  actions.flatMap((action) =>
    (['owner', 'stranger'] as const).map((who) => ({
      title: `${state.name}: ${action} by the ${who}`,
      state,
      action,
      who,
    })),
  ),
)

/** What the specification says, in four lines. */
function expected({ state, action, who }: (typeof table)[number]): string {
  if (who === 'stranger') return gone
  if (action === 'Remove') return 'Success'
  if (state.taken) return gone
  if (action === 'Submit') return maySubmit(state) || state.name === 'submitted' ? 'Success' : locked
  return mayEdit(state) ? 'Success' : locked
}

test.each(table)('$title', async (each) => {
  const { world, app, ayesha, bilal } = await portalWithAuthors()
  const pk = await inState(world, { app, ayesha }, each.state)
  const before = await rowOf(world, pk)
  const { token } = each.who === 'owner' ? ayesha : bilal

  const answer = await act(app, each.action, { token, pk })

  expect(answer).toBe(expected(each))
  const { removedAt, withdrawnAt, ...after } = await rowOf(world, pk)
  const isTaken = each.state.taken || (answer === 'Success' && each.action === 'Remove')
  const taken = [removedAt !== null, withdrawnAt !== null]
  expect(taken).toEqual([isTaken && each.state.Status === '', isTaken && each.state.Status !== ''])
  const isChanged = answer === 'Success' && each.action !== 'Remove' && !(each.action === 'Submit' && before.number)
  expect(after.versions === before.versions && after.status === before.status).toBe(!isChanged)
})

async function act(app: Portal['app'], action: Action, { token, pk }: { token: string; pk: number }): Promise<unknown> {
  if (action === 'Submit') return statusOf(app, 'SubmitAbstract', { token, pk })
  if (action === 'Remove') return statusOf(app, 'RemoveAbstract', { token, pk })
  const words = { pk: String(pk), Title: 'Changed', ...(action === 'Save' && { Version: '1' }) }
  return (await send(app, { token, words })).row.Status
}

/** Later states come by the review, which is not built yet: here they come by hand. */
async function inState(world: World, { app, ayesha }: Pick<Portal, 'app' | 'ayesha'>, state: State): Promise<number> {
  const { token } = ayesha
  const pk = await saved(app, { token })
  if (state.Status !== '') await statusOf(app, 'SubmitAbstract', { token, pk })
  await world.db
    .updateTable('abstract')
    .set({ status: state.Status, level: state.AbstractLevel })
    .where('id', '=', pk)
    .execute()
  if (state.taken) await statusOf(app, 'RemoveAbstract', { token, pk })
  return pk
}

async function rowOf(world: World, pk: number) {
  return world.db.selectFrom('abstract').selectAll().where('id', '=', pk).executeTakeFirstOrThrow()
}

test.each([
  ['a version that was saved is not changed', `update abstract_version set title = 'x'`, 'only grows'],
  ['a version is not deleted by itself', `delete from abstract_version`, 'only grows'],
  ['an abstract is not deleted before it was removed', `delete from abstract`, 'only a draft that was removed'],
  [
    'an abstract does not change hands',
    `update abstract set applicant_id = (select max(id) from applicant)`,
    'change hands',
  ],
  [
    'a draft does not skip the queue',
    `update abstract set status = 'Accepted', number = 1, submitted_at = now()`,
    'only a draft',
  ],
  ['a draft has no number', `update abstract set number = 7`, 'abstract_check'],
  ['a draft has no level', `update abstract set level = 1`, 'abstract_check'],
  [
    'the version that counts is one that exists',
    `update abstract set versions = 2, current_version = 2`,
    'abstract_id_current_version_fkey',
  ],
])('behind the back of the service, too: %s', async (_, statement, why) => {
  const { world, app, ayesha } = await portalWithAuthors()
  await saved(app, { token: ayesha.token })
  // The constraint of the version that counts is looked at when the transaction ends.
  await expect(sql.raw(statement).execute(world.db)).rejects.toThrow(why)
})

type Step = { action: Action | 'New' | 'Review' | 'Wait'; which: number; who: 'owner' | 'stranger' }
type Model = { status: string; level: number; taken: boolean; title: string }

const step = fc.record({
  action: fc.constantFrom('New', 'Edit', 'Edit', 'Save', 'Submit', 'Remove', 'Review', 'Wait') as fc.Arbitrary<
    Step['action']
  >,
  which: fc.nat({ max: 3 }),
  who: fc.constantFrom('owner', 'owner', 'owner', 'stranger') as fc.Arbitrary<Step['who']>,
})
const stories = 40
const begins = new Date('2026-12-01T09:00:00Z')

test('random stories go as the rules say, and every text that was taken is kept', async () => {
  const clock = aClock(begins)
  const portal = await portalWithAuthors({ now: clock.now })
  const story = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
    const { db } = portal.world
    await sql`truncate abstract, abstract_version, abstract_counter, mail, attempt restart identity cascade`.execute(db)
    clock.pass((begins.getTime() - clock.now().getTime()) / 60_000)
    await tell(portal, steps, { waited: () => clock.pass(8 * 60), now: clock.now })
  })
  await expect(fc.assert(story, { numRuns: stories })).resolves.toBeUndefined()
})

/** Plays a story against the portal and the model side by side. */
async function tell(portal: Portal, steps: Step[], clock: { waited: () => void; now: () => Date }): Promise<void> {
  const { app, world, ayesha } = portal
  const models = new Map<number, Model>()
  const texts: string[] = []
  for (const [at, { action, which, who }] of steps.entries()) {
    if (action === 'Wait') {
      clock.waited()
      // Whoever says nothing for half a day is signed out.
      for (const { token } of [ayesha, portal.bilal]) await list(app, token)
    }
    const pk = [...models.keys()][which]
    const isLate =
      lateness({ abstractsCloseOn: '2026-12-01', timeZone: 'Asia/Karachi' }, clock.now(), 30) === 'too late'
    const title = `Title ${at}`
    if (action === 'New') {
      models.set(await saved(app, { token: ayesha.token, words: { Title: title } }), {
        status: '',
        level: 0,
        taken: false,
        title,
      })
      texts.push(title)
    }
    const model = pk === undefined ? undefined : models.get(pk)
    if (pk === undefined || !model || action === 'New' || action === 'Wait') continue
    if (action === 'Review') await review(world, pk, model)
    else await play(portal, { action, pk, who, title, isLate, model, texts })
  }
  await compare(portal, models, texts)
}

async function review(world: World, pk: number, model: Model): Promise<void> {
  if (model.status === '') return
  model.level = 1
  await world.db.updateTable('abstract').set({ level: 1 }).where('id', '=', pk).execute()
}

type Play = {
  action: Action
  pk: number
  who: Step['who']
  title: string
  isLate: boolean
  model: Model
  texts: string[]
}

async function play(
  { app, ayesha, bilal }: Portal,
  { action, pk, who, title, isLate, model, texts }: Play,
): Promise<void> {
  const { token } = who === 'owner' ? ayesha : bilal
  const closed = 'Abstract submission date has passed.'
  const standing = { Status: model.status, AbstractLevel: model.level }
  if (action === 'Edit' || action === 'Save') {
    const words = { pk: String(pk), Title: title }
    const { row } = await send(app, { token, words, file: { bytes: aPdf(title), name: 'a.pdf' } })
    const isAside = isLate && model.status !== ''
    const taken = who === 'owner' && !model.taken && mayEdit(standing)
    const right = who === 'stranger' || model.taken ? gone : mayEdit(standing) ? (isAside ? closed : 'Success') : locked
    expect([action, row.Status]).toEqual([action, right])
    if (!taken) return
    texts.push(title)
    if (!isAside) model.title = title
  } else if (action === 'Submit') {
    const repeated = model.status === 'Pending' && model.level === 0
    const open = maySubmit(standing) ? (isLate ? closed : 'Success') : repeated ? 'Success' : locked
    const right = who === 'stranger' || model.taken ? gone : open
    expect(await statusOf(app, 'SubmitAbstract', { token, pk })).toBe(right)
    if (right === 'Success') model.status = 'Pending'
  } else {
    expect(await statusOf(app, 'RemoveAbstract', { token, pk })).toBe(who === 'owner' ? 'Success' : gone)
    if (who === 'owner') model.taken = true
  }
}

async function compare({ app, world, ayesha }: Portal, models: Map<number, Model>, texts: string[]): Promise<void> {
  const seen = (await list(app, ayesha.token)).map(({ pk, Status, AbstractLevel, TitlePlain }) => ({
    pk,
    Status,
    AbstractLevel,
    TitlePlain,
  }))
  const right = [...models]
    .filter(([, { taken }]) => !taken)
    .map(([pk, { status, level, title }]) => ({ pk, Status: status, AbstractLevel: level, TitlePlain: title }))
  expect(seen).toEqual(right)
  const kept = await world.db.selectFrom('abstractVersion').select('titlePlain').execute()
  expect(kept.map(({ titlePlain }) => titlePlain).toSorted()).toEqual(texts.toSorted())
  const numbers = await world.db.selectFrom('abstract').select('number').where('number', 'is not', null).execute()
  expect(numbers.map(({ number }) => number ?? 0).toSorted((a, b) => a - b)).toEqual(numbers.map((_, at) => at + 1))
}

test('a title of characters that nobody sees is missing, and one with some is kept without them', async () => {
  const { app, ayesha } = await portalWithAuthors()
  const { token } = ayesha
  for (const Title of ['\u200b', '<b>\u202e\u2060</b>&zwnj;\n', '\u2800'])
    expect((await send(app, { token, words: { Title } })).row).toEqual({ Status: 'Abstract Title is required.' })

  await saved(app, { token, words: { Title: 'Ultra\u200bsound\u202e in\n<em>بنت&zwnj;الہدیٰ</em>' } })
  expect((await list(app, token))[0]).toMatchObject({
    Title: 'Ultrasound in <em>بنت\u200cالہدیٰ</em>',
    TitlePlain: 'Ultrasound in بنت\u200cالہدیٰ',
  })
})
