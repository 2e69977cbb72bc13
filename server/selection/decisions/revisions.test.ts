/** REV-062, 063: a revision until the last second of its day where the event is, and by the clock afterwards. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { list, send } from '#server/testing/abstracts.ts'
import { signIn } from '#server/testing/people.ts'
import { inOrder, withoutLocks } from '#server/testing/races.ts'
import { asStaff } from '#server/testing/selection.ts'
import { aReview, askTold, isTold, underReview } from '#server/testing/told.ts'
import { sendDueRevisions } from './revisions.ts'

const due = 'The revision was due on 10 November 2026.'
const closed = 'Abstract submission date has passed.'

/** The reviews are there, and a revision is asked for until 10 November. */
async function revisionAsked() {
  const portal = await underReview()
  const { team, world, clock, pk } = portal
  await aReview(team, pk, { recommendation: 'revise' })
  await isTold(world, pk, { outcome: 'revise', reviseUntil: '2026-11-10' })
  const at = async (time: string) => {
    clock.pass((new Date(time).getTime() - clock.now().getTime()) / 60_000)
    return signIn(portal.app, portal.author)
  }
  const standing = () =>
    world.db
      .selectFrom('abstract')
      .select(['state', 'currentVersion', 'reviseUntil'])
      .where('id', '=', pk)
      .executeTakeFirstOrThrow()
  const revise = (token: string, Title = 'Revised') => send(portal.app, { token, words: { pk: String(pk), Title } })
  return { ...portal, at, standing, revise }
}

const sentRow = { state: 'under_review', currentVersion: 2, reviseUntil: null }
const asked = { state: 'revision_asked', currentVersion: 1, reviseUntil: '2026-11-10' }

test('REV-062: saved and sent at 23:59:59 on its last day; the list and the second time say the same', async () => {
  const { app, world, pk, at, revise, standing } = await revisionAsked()
  const token = await at('2026-11-10T23:59:59+05:00')
  expect((await list(app, token))[0]).toMatchObject({
    Status: 'Pending',
    AbstractLevel: 0,
    ReviseUntil: '2026-11-10',
    HasDecision: true,
  })
  expect((await revise(token)).row).toEqual({ Status: 'Success', pk, Version: 2 })
  const answers = [1, 2].map(() => askTold(app, 'RevisionSend', { token, pk }))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(['Success', 'Success'])
  expect(await standing()).toEqual(sentRow)
  expect((await revise(token, 'Once more')).row.Status).toBe('This abstract can no longer be changed.')
  // Reviewers do not see it before its own redaction is ready.
  const made = await world.db.selectFrom('redaction').select(['version', 'state']).orderBy('version').execute()
  expect(made).toEqual([
    { version: 1, state: 'preparing' },
    { version: 2, state: 'preparing' },
  ])
})

test.each([
  { time: '2026-11-11T00:00:01+05:00', saved: 'Success', sent: 'Success', stands: sentRow },
  { time: '2026-11-11T00:30:01+05:00', saved: closed, sent: due, stands: asked },
])('REV-062: at $time saving answers "$saved" and sending "$sent"', async ({ time, saved, sent, stands }) => {
  const { app, pk, at, revise, standing } = await revisionAsked()
  const token = await at(time)
  expect((await revise(token)).row.Status).toBe(saved)
  expect((await askTold(app, 'RevisionSend', { token, pk })).status).toBe(sent)
  expect(await standing()).toEqual(stands)
})

test('REV-062: whoever was given more time has it for a revision too', async () => {
  const { app, world, eventId, author, pk, at, revise, standing } = await revisionAsked()
  await asStaff(world, ({ db }) =>
    db
      .insertInto('extension')
      .values({
        eventId,
        email: author.email,
        emailKey: author.email.toLowerCase(),
        kind: 'abstracts',
        until: '2026-11-12',
        reason: 'Floods',
        tokenHash: Buffer.alloc(32),
        grantedAt: world.now(),
        grantedBy: author.accountId,
      })
      .execute(),
  )
  const token = await at('2026-11-12T23:59:59+05:00')
  await sendDueRevisions(world)
  expect(await standing()).toEqual(asked)
  expect((await revise(token)).row.Status).toBe('Success')
  expect((await askTold(app, 'RevisionSend', { token, pk })).status).toBe('Success')
  expect(await standing()).toEqual(sentRow)
})

test.each([
  { name: 'untouched', saves: false, version: 1 },
  { name: 'saved and not sent', saves: true, version: 2 },
])('REV-063: one that is $name goes back by the clock, after its day and the grace', async ({ saves, version }) => {
  const { world, app, pk, at, revise, standing } = await revisionAsked()
  if (saves) await revise(await at('2026-11-10T12:00:00+05:00'))
  const before = await standing()
  await at('2026-11-11T00:29:00+05:00')
  await sendDueRevisions(world)
  expect(await standing()).toEqual(before)
  const token = await at('2026-11-11T00:31:00+05:00')
  await Promise.all([sendDueRevisions(world), sendDueRevisions(world)])
  expect(await standing()).toEqual({ state: 'under_review', currentVersion: version, reviseUntil: null })
  expect((await list(app, token))[0]).toMatchObject({ Status: 'Under review', AbstractLevel: 1, HasDecision: true })
  // Whoever comes a moment later is told that it is there.
  expect((await askTold(app, 'RevisionSend', { token, pk })).status).toBe('Success')
})

/** A chair gives it another day at the moment when the clock looks. */
async function sentIn(change: (world: World) => World) {
  const { world, pk, at, standing } = await revisionAsked()
  await at('2026-11-12T12:00:00+05:00')
  const later = sql`update abstract set revise_until = '2026-11-20' where id = ${pk}`
  await inOrder(world, later, [() => sendDueRevisions(change(world))])
  return standing()
}

test('one that a chair gives another day while the clock looks is not sent; without the lock it is', async () => {
  expect(await sentIn((world) => world)).toEqual({ ...asked, reviseUntil: '2026-11-20' })
  expect(await sentIn(withoutLocks)).toEqual({ state: 'under_review', currentVersion: 1, reviseUntil: null })
})
