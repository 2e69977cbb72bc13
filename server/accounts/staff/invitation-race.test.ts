/** Two who use, send again or take back one invitation at the same moment: one of them counts, and nobody is invited who is there already. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inAct } from '#server/kernel/acts.ts'
import type { World } from '#server/kernel/world.ts'
import { often } from '#server/testing/counts.ts'
import { aPerson } from '#server/testing/people.ts'
import { inOrder, withoutLocks } from '#server/testing/races.ts'
import { anOrigin, staffWith } from '#server/testing/staff.ts'
import { aTeam, linkFor } from '#server/testing/team.ts'
import { acceptInvitation, sendInvitation } from './invitations.ts'

const rounds = often(2, 20)

/** Somebody with an account has been invited. */
async function anInvitation() {
  const { world, owner, eventId } = await aTeam()
  const person = await aPerson(world)
  const by = await staffWith(world, owner.token)
  const wish = { email: person.email, role: 'chair', eventId } as const
  const send = async (world: World) =>
    inAct(world, { actor: { kind: 'staff', accountId: by.accountId }, operation: 'InvitationSend' }, (world) =>
      sendInvitation(world, by, wish),
    )
  await send(world)
  const link = await linkFor(world, person.email)
  const accept = async (world: World) =>
    (await acceptInvitation(world, { link, fullName: undefined, password: person.password }, anOrigin())).kind
  return { world, send, accept, end: () => endOf(world) }
}

async function endOf({ db }: World) {
  const used = await db.selectFrom('act').select('id').where('operation', '=', 'InvitationAccept').execute()
  const open = await db
    .selectFrom('staffInvitation')
    .select('id')
    .where('usedAt', 'is', null)
    .where('takenBackAt', 'is', null)
    .execute()
  const grants = await db.selectFrom('staffGrant').select('id').where('role', '=', 'chair').execute()
  return { used: used.length, open: open.length, grants: grants.length }
}

const held = sql`select from staff_invitation for update`

test(`in ${rounds} rounds two who accept one invitation use it once`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { world, accept, end } = await anInvitation()
    const answers = await inOrder(world, held, [() => accept(world), () => accept(world)])
    expect(answers.toSorted()).toEqual(['accepted', 'gone'])
    expect(await end()).toEqual({ used: 1, open: 0, grants: 1 })
  }
})

test('control: without the lock both use it', async () => {
  const { world, accept, end } = await anInvitation()
  const bare = withoutLocks(world)
  expect(await inOrder(world, held, [() => accept(bare), () => accept(bare)])).toEqual(['accepted', 'accepted'])
  expect(await end()).toEqual({ used: 2, open: 0, grants: 1 })
})

test(`in ${rounds} rounds an invitation that is sent again while it is accepted is either the old or the new one, never both`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const first = await anInvitation()
    expect(await inOrder(first.world, held, [() => first.accept(first.world), () => first.send(first.world)])).toEqual([
      'accepted',
      'there already',
    ])
    expect(await first.end()).toEqual({ used: 1, open: 0, grants: 1 })

    const second = await anInvitation()
    expect(
      await inOrder(second.world, held, [() => second.send(second.world), () => second.accept(second.world)]),
    ).toEqual(['invited', 'gone'])
    expect(await second.end()).toEqual({ used: 0, open: 1, grants: 0 })
  }
})

test('control: without the lock somebody who has accepted is invited once more', async () => {
  const { world, accept, send, end } = await anInvitation()
  await inOrder(world, held, [() => accept(world), () => send(withoutLocks(world))])
  expect(await end()).toEqual({ used: 1, open: 1, grants: 1 })
})
