/** What staff did about somebody, for their page. */
import type { TimelineLine } from '#contract/people/person-console.ts'
import { actorName } from '#server/kernel/acts.ts'
import { line, mostLines, type Whose } from '#server/kernel/timeline.ts'
import type { World } from '#server/kernel/world.ts'

const words: Record<string, string> = {
  PersonCorrectName: 'corrected the name',
  PersonNote: 'wrote a note',
  PersonSignOut: 'signed them out everywhere',
  PersonContact: 'looked at how to reach them',
  PersonPhoto: 'looked at the photograph',
  ExtensionGive: 'gave more time',
  EmailChangeBegin: 'began a change of address',
  EmailChangeConfirm: 'typed in the PIN of a new address',
  EmailChangeCancel: 'stopped the change of address',
  MergeAccounts: 'put two accounts together',
  MergeUndo: 'took two accounts apart again',
}

/** Of this event, and what belongs to none; never what was done in another. */
export async function staffLines(
  { db }: Pick<World, 'db'>,
  { accountId, applicantId, eventId }: Whose,
): Promise<TimelineLine[]> {
  const acts = await db
    .selectFrom('act')
    .leftJoin('account', 'account.id', 'act.accountId')
    .select(['at', 'operation', 'reason', actorName.as('name'), 'act.outcome'])
    .where((row) =>
      row.or([
        row('aboutKind', '=', 'account').and('aboutId', '=', String(accountId)),
        row('aboutKind', 'in', ['applicant', 'profile']).and('aboutId', '=', String(applicantId)),
      ]),
    )
    .where((row) => row.or([row('act.eventId', '=', eventId), row('act.eventId', 'is', null)]))
    .where('operation', 'in', Object.keys(words))
    .orderBy('act.id', 'desc')
    .limit(mostLines)
    .execute()
  return acts.flatMap(({ at, operation, reason, name, outcome }) => {
    const text = `${name} ${words[operation] ?? operation}`
    return line(at, 'staff', [outcome === 'refused' ? `${text}, and was refused` : text, { detail: reason }])
  })
}
