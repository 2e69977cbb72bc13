/** Every state × every act of authors × owner, co-author and stranger: the whole table, written by a program. */
import { expect, test } from 'vitest'
import { authorCalls } from '#contract/abstracts/author-heads.ts'
import { abstractTexts } from '#contract/abstracts/rules.ts'
import { saved, send, statusOf } from '#server/testing/abstracts.ts'
import { aPersonSignedIn } from '#server/testing/people.ts'
import { aSubmittedAbstract, asStaff, reviewBegins } from '#server/testing/selection.ts'
import { aTeam, type Team } from '#server/testing/team.ts'
import { askTold, isTold } from '#server/testing/told.ts'

const { gone, locked } = abstractTexts
const notAccepted = 'This abstract is not accepted any more.'
const noRevision = 'No revision is asked for.'
const acts = ['Read', 'Send', 'Yes', 'No', 'Edit', 'Submit', 'Remove'] as const
type Act = (typeof acts)[number]
type Row = Record<Act, unknown>

/** What the owner is answered. `Remove` is always good, and of what was taken back there is nothing. */
const row = (change: Partial<Row>): Row => ({
  Read: 404,
  Send: noRevision,
  Yes: notAccepted,
  No: notAccepted,
  Edit: locked,
  Submit: locked,
  Remove: 'Success',
  ...change,
})
const told = { Read: 'told' }
const answered = { ...told, Yes: 'Success', No: 'Success' }
const table: Record<string, Row> = {
  draft: row({ Edit: 'Success', Submit: 'Success' }),
  submitted: row({ Edit: 'Success', Submit: 'Success' }),
  'under review': row({}),
  'revision asked': row({ ...told, Send: 'Success', Edit: 'Success', Submit: 'Success' }),
  'revision sent': row({ ...told, Send: 'Success' }),
  accepted: row(answered),
  rejected: row(told),
  waiting: row(told),
  merged: row(told),
  duplicate: row(told),
  confirmed: row(answered),
  'not presenting': row(answered),
  withdrawn: row({ Send: gone, Yes: gone, No: gone, Edit: gone, Submit: gone }),
}
const nobodys: Row = { Read: 404, Send: gone, Yes: gone, No: gone, Edit: gone, Submit: gone, Remove: gone }

test.each(Object.entries(table))(
  '%s: what its owner, a co-author and a stranger are answered',
  async (state, right) => {
    const team = await aTeam()
    const coauthor = await aPersonSignedIn(team.world)
    const stranger = await aPersonSignedIn(team.world)
    const first = await inState(team, state, coauthor)
    for (const { token } of [coauthor, stranger])
      expect(await answersTo(team, acts, { pk: first.pk, token })).toEqual(nobodys)
    // What is refused changes nothing; each act that is good has one of its own, but for the last.
    const good = acts.filter((act) => right[act] === 'Success' && act !== 'Remove')
    const answers = await answersTo(
      team,
      acts.filter((act) => !good.includes(act)),
      first,
    )
    for (const act of good) Object.assign(answers, await answersTo(team, [act], await inState(team, state, coauthor)))
    expect(answers).toEqual(right)
  },
)

async function answersTo(team: Team, those: readonly Act[], who: { pk: number; token: string }): Promise<Partial<Row>> {
  const answers: Partial<Row> = {}
  for (const act of those) answers[act] = await doIt(team, act, who)
  return answers
}

async function doIt({ app }: Team, act: Act, who: { pk: number; token: string }): Promise<unknown> {
  if (act === 'Read') {
    const { http } = await askTold(app, 'DecisionRead', who)
    return http === 200 ? 'told' : http
  }
  if (act === 'Send') return (await askTold(app, 'RevisionSend', who)).status
  if (act === 'Yes' || act === 'No')
    return (await askTold(app, 'PresentingAnswer', { ...who, answer: act === 'Yes' ? 'yes' : 'no' })).status
  if (act === 'Edit')
    return (await send(app, { token: who.token, words: { pk: String(who.pk), Title: 'Changed' } })).row.Status
  return statusOf(app, act === 'Submit' ? 'SubmitAbstract' : 'RemoveAbstract', who)
}

type Person = Awaited<ReturnType<typeof aPersonSignedIn>>

/** Comes into its state by the roads that lead there. */
async function inState(team: Team, state: string, coauthor: Person): Promise<{ pk: number; token: string }> {
  const { world, app, eventId } = team
  await asStaff(world, ({ db }) => db.updateTable('event').set({ abstractsCloseOn: '2026-12-01' }).execute())
  const { pk, author } = await aSubmittedAbstract(team)
  const { token } = author
  const authors = [
    { name: 'Ayesha', email: author.email, presents: true },
    { name: 'Mehak', email: coauthor.email, presents: false },
  ]
  const listed = await app.inject({
    method: 'POST',
    url: authorCalls.AuthorsSave.path,
    headers: { host: 'localhost', authorization: `Bearer ${token}` },
    payload: { pk, version: 1, authors },
  })
  expect(listed.json()).toMatchObject({ status: 'Success' })
  if (state === 'draft') return { pk: await saved(app, { token }), token }
  if (state === 'submitted') return { pk, token }
  if (state === 'withdrawn') await statusOf(app, 'RemoveAbstract', { token, pk })
  await reviewBegins(world, eventId)
  if (state === 'revision asked' || state === 'revision sent') await isTold(world, pk, { outcome: 'revise' })
  if (state === 'revision sent') await askTold(app, 'RevisionSend', { token, pk })
  if (['accepted', 'confirmed', 'not presenting'].includes(state)) await isTold(world, pk, { outcome: 'accepted' })
  if (state === 'rejected' || state === 'waiting') await isTold(world, pk, { outcome: state })
  if (state === 'merged' || state === 'duplicate') {
    await asStaff(world, ({ db }) => db.updateTable('event').set({ abstractsCloseOn: '2026-12-01' }).execute())
    await isTold(world, pk, { outcome: state, intoId: (await aSubmittedAbstract(team)).pk })
  }
  if (state === 'confirmed') await askTold(app, 'PresentingAnswer', { token, pk, answer: 'yes' })
  if (state === 'not presenting') await askTold(app, 'PresentingAnswer', { token, pk, answer: 'no' })
  return { pk, token }
}
