/** What staff put right about one person: the name and their sessions. And how to reach them. */
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { PersonContact, PersonCorrectName } from '#contract/people/person-console.ts'
import { endSessionsOf, renameAccount } from '#server/accounts/staff/for-staff.ts'
import { lockGrantsOf } from '#server/accounts/staff/grants.ts'
import { noteAct } from '#server/kernel/acts.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { mayAnywhere } from '#server/kernel/permissions.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { type Asked, whoIs } from './person.ts'

export async function correctName(
  world: Acting,
  staff: Staff,
  wish: ParsedInputOf<typeof PersonCorrectName>,
): Promise<void> {
  const { name, certificateName } = wish
  const who = await whoIs(world, wish)
  // A receipt names the person as they were when it was printed: that is written beside it.
  if (name !== who.name) {
    // By the name of an owner, somebody would be taken for one.
    if (!mayAnywhere(staff, 'team.grant') && (await lockGrantsOf(world, who.accountId)).length > 0)
      refuse('not_allowed', { sentence: 'This person is a member of staff. Only an owner can change their name.' })
    await renameAccount(world, who.accountId, name)
  }
  if (certificateName)
    await world.db
      .updateTable('profile')
      .set({ name: certificateName, updatedAt: world.now() })
      .where('applicantId', '=', who.applicantId)
      .execute()
}

export async function signOutPerson(world: Acting, asked: Asked): Promise<number> {
  const { accountId } = await whoIs(world, asked)
  return endSessionsOf(world, accountId)
}

type Reading = { operation: 'PersonContact' | 'PersonPhoto'; requestId: string }

/** That it was looked at is in the trail before it is shown. */
export async function contactOf(world: World, staff: Staff, { operation, requestId, ...asked }: Asked & Reading) {
  const { accountId, applicantId, eventId } = await whoIs(world, asked)
  const actor = { kind: 'staff', accountId: staff.accountId, requestId } as const
  await noteAct(world, { actor, operation, about: { kind: 'account', id: accountId }, eventId }, { outcome: 'read' })
  return world.db
    .selectFrom('profile')
    .select(['mobile', 'phone', 'altEmail', 'pmdcReg', 'address', 'city', 'postCode', 'country', 'photoKey'])
    .where('applicantId', '=', applicantId)
    .executeTakeFirst()
}

type Row = NonNullable<Awaited<ReturnType<typeof contactOf>>>

export function contactShown(row: Row | undefined): ReplyOf<typeof PersonContact> {
  const {
    mobile = '',
    phone = '',
    altEmail = '',
    pmdcReg = '',
    address = '',
    city = '',
    postCode = '',
    country = '',
  } = row ?? {}
  const lines = [address, [postCode, city].filter(Boolean).join(' '), country].filter(Boolean)
  return {
    mobile,
    phone,
    alternativeEmail: altEmail,
    pmdc: pmdcReg,
    address: lines.join('\n'),
    hasPhoto: row !== undefined,
  }
}
