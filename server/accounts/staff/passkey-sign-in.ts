/** Getting in with a passkey alone: the device has asked for a finger, a face or its PIN already. */
import type { Assertion } from '#contract/accounts/factors.ts'
import { countCall } from '#server/accounts/sign-in/rate-limits.ts'
import { inAct } from '#server/kernel/acts.ts'
import type { World } from '#server/kernel/world.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { grantsOf } from './grants.ts'
import { askForAnyPasskey, countUp, judgeAssertion } from './passkeys.ts'
import { consoleCookie, openStaffSession, type StaffSession } from './staff.ts'

export async function beginPasskeySignIn(world: World, origin: Origin) {
  await countCall(world, origin)
  return askForAnyPasskey(world)
}

type SignedIn = StaffSession | { kind: 'wrong' | 'no role' }

export async function passkeySignIn(world: World, passkey: Assertion, origin: Origin): Promise<SignedIn> {
  await countCall(world, origin)
  const signature = await judgeAssertion(world, passkey, { purpose: 'sign-in', asker: undefined })
  if (!signature) return { kind: 'wrong' }
  const { accountId } = signature
  origin.noted.account = accountId
  if ((await grantsOf(world, accountId)).length === 0) return { kind: 'no role' }
  const account = world.db
    .selectFrom('account')
    .select(['passwordHash', 'passwordChangedAt'])
    .where('id', '=', accountId)
  const { passwordHash, passwordChangedAt } = await account.executeTakeFirstOrThrow()
  const act = {
    actor: { kind: 'staff', accountId },
    operation: 'PasskeySignIn',
    about: { kind: 'passkey', id: signature.passkeyId },
    endOf: ({ why }: { why: string }) =>
      why ? ({ outcome: 'refused', refusal: why } as const) : ({ outcome: 'done' } as const),
  } as const
  const { opened } = await inAct(world, act, async (world) => {
    if (!(await countUp(world, signature))) return { why: 'the counter of the passkey went back', opened: undefined }
    const opening = { accountId, passwordHash, mustSetPassword: false, factor: 'passkey', origin } as const
    const opened = await openStaffSession(world, opening)
    return { why: opened ? '' : 'password changed meanwhile', opened }
  })
  if (!opened) return { kind: 'wrong' }
  return { kind: 'in', ...opened, cookie: consoleCookie(world, origin, { id: accountId, passwordChangedAt }) }
}
