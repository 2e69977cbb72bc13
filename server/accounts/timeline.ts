/** What happened to an account, for the page of its person. */
import type { TimelineLine } from '#contract/people/person-console.ts'
import { line, mostLines, type Whose } from '#server/kernel/timeline.ts'
import type { World } from '#server/kernel/world.ts'

type Reading = Pick<World, 'db'>

export async function accountLines({ db }: Reading, { accountId }: Whose): Promise<TimelineLine[]> {
  const { createdAt, verifiedAt } = await db
    .selectFrom('account')
    .select(['createdAt', 'verifiedAt'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const closure = await db.selectFrom('closure').select('askedAt').where('accountId', '=', accountId).executeTakeFirst()
  return [
    ...line(createdAt, 'account', ['Created an account', {}]),
    ...line(verifiedAt, 'account', ['Verified the address', {}]),
    ...line(closure?.askedAt ?? null, 'account', ['Asked to be deleted', { tone: 'wait' }]),
  ]
}

/** From which devices, and the addresses they had: for whoever looks after people. */
export async function signInLines({ db }: Reading, { accountId }: Whose): Promise<TimelineLine[]> {
  const sessions = await db
    .selectFrom('session')
    .select(['device', 'createdAt'])
    .where('accountId', '=', accountId)
    .orderBy('id', 'desc')
    .limit(mostLines)
    .execute()
  const changes = await db
    .selectFrom('emailChange')
    .select(['oldEmail', 'newEmail', 'askedAt', 'changedAt', 'undoneAt'])
    .where('accountId', '=', accountId)
    .orderBy('id', 'desc')
    .limit(mostLines)
    .execute()
  return [
    ...sessions.flatMap(({ device, createdAt }) =>
      line(createdAt, 'account', [`Signed in with ${device || 'a device'}`, {}]),
    ),
    ...changes.flatMap(({ oldEmail, newEmail, askedAt, changedAt, undoneAt }) => [
      ...line(askedAt, 'account', [`A PIN for the new address ${newEmail} was sent`, {}]),
      ...line(changedAt, 'account', ['Changed the e-mail address', { detail: `${oldEmail ?? ''} → ${newEmail}` }]),
      ...line(undoneAt, 'account', ['Took the change of address back', { tone: 'wait' }]),
    ]),
  ]
}
