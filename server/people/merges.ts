import { sql } from 'kysely'
/** What two accounts have, what stands in the way of making them one, and which were made one. */
import { day } from '#contract/durations.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { MergeCheck } from '#contract/people/identity-console.ts'
import { hasOpenClosure } from '#server/accounts/addresses/aliases.ts'
import { grantsOf } from '#server/accounts/staff/grants.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { reviewersInTheWay } from '#server/selection/reviewers/merged-reviewers.ts'
import { type Holding, judgeMerge } from './merge-rules.ts'

export const undoDays = 30
type Reading = Pick<World, 'db' | 'now'>
export type Both = { kept: number; gone: number }
type Side = ReplyOf<typeof MergeCheck>['kept']

export const undoUntil = (mergedAt: Date): Date => new Date(mergedAt.getTime() + undoDays * day)

/** Whom each account is at each event, and what hangs on it. */
export async function holdingsOf({ db }: Pick<World, 'db'>, { kept, gone }: Both): Promise<Holding[]> {
  const { rows } = await sql<Holding>`
    select applicant.id as applicant_id, account_id, event_id, event.name as event_name,
      exists (select from profile where applicant_id = applicant.id) as has_profile,
      (select count(*)::int from order_item join orders on orders.id = order_id
        where order_item.applicant_id = applicant.id and (holds or state in ('pending', 'paid'))) as seats,
      (select count(*)::int from abstract where applicant_id = applicant.id and status <> '' and withdrawn_at is null) as abstracts,
      (select count(*)::int from orders where applicant_id = applicant.id)
        + (select count(*)::int from abstract where applicant_id = applicant.id and removed_at is null) as belongings,
      coalesce((select json_agg(json_build_object('workshopId', workshop_id, 'topic', topic) order by workshop_id) from order_item
        where applicant_id = applicant.id and holds), '[]') as held
    from applicant join event on event.id = event_id where account_id in (${kept}, ${gone}) order by event_id desc, applicant.id`.execute(
    db,
  )
  return rows
}

/** What hangs on nobody's seats or abstracts: roles, a deletion that was asked for, accounts that are no longer of their own. */
async function obstaclesOfAccounts(world: Reading, both: Both): Promise<string[]> {
  const [kept, gone] = await Promise.all([nameOf(world, both.kept), nameOf(world, both.gone)])
  const roles = await grantsOf(world, both.gone)
  const found: (string | false)[] = [
    roles.length > 0 && `${gone.name} (${gone.email}) is of the team. End their roles first, or keep this account.`,
    (await hasOpenClosure(world, both.kept)) && `${kept.email} asked to be deleted.`,
    (await hasOpenClosure(world, both.gone)) && `${gone.email} asked to be deleted.`,
  ]
  return found.filter((each) => each !== false)
}

async function nameOf({ db }: Reading, accountId: number) {
  const account = await db
    .selectFrom('account')
    .select(['fullName as name', 'email', 'createdAt'])
    .where('id', '=', accountId)
    .where('erasedAt', 'is', null)
    .where('verifiedAt', 'is not', null)
    .where((row) => row.not(row.exists(openMerges({ db }).select('accountMerge.id').where('gone', '=', accountId))))
    .executeTakeFirst()
  return account ?? refuse('not_found')
}

const openMerges = ({ db }: Pick<World, 'db'>) => db.selectFrom('accountMerge').where('undoneAt', 'is', null)

export async function checkMerge(world: Reading, both: Both) {
  if (both.kept === both.gone) refuse('invalid', { fields: [{ path: 'gone', message: 'This is one account.' }] })
  const ofAccounts = await obstaclesOfAccounts(world, both)
  const holdings = await holdingsOf(world, both)
  const { obstacles, ...judged } = judgeMerge(both, holdings)
  return { holdings, ...judged, obstacles: [...ofAccounts, ...obstacles, ...(await reviewersInTheWay(world, both))] }
}

export async function showMerge(world: Reading, both: Both): Promise<ReplyOf<typeof MergeCheck>> {
  const { holdings, moves, does, obstacles } = await checkMerge(world, both)
  const side = async (accountId: number): Promise<Side> => {
    const { name, email, createdAt } = await nameOf(world, accountId)
    const profile = await world.db
      .selectFrom('profile')
      .innerJoin('applicant', 'applicant.id', 'profile.applicantId')
      .select('institution')
      .where('accountId', '=', accountId)
      .orderBy('applicant.id', 'desc')
      .executeTakeFirst()
    const events = holdings
      .filter((each) => each.accountId === accountId)
      .map(({ eventName, seats, abstracts, hasProfile }) => ({ name: eventName, seats, abstracts, hasProfile }))
    return { accountId, name, email, institution: profile?.institution ?? '', since: createdAt.toISOString(), events }
  }
  return { kept: await side(both.kept), gone: await side(both.gone), obstacles, does, moves: moves.length }
}

/** Those that can still be undone. */
export async function mergesInto(world: Reading, accountId: number) {
  const rows = await openMerges(world)
    .innerJoin('account', 'account.id', 'gone')
    .select(['accountMerge.id as mergeId', 'fullName as name', 'email', 'mergedAt'])
    .where('kept', '=', accountId)
    .where('mergedAt', '>', new Date(world.now().getTime() - undoDays * day))
    .orderBy('accountMerge.id', 'desc')
    .execute()
  return rows.map(({ mergedAt, ...row }) => ({
    ...row,
    at: mergedAt.toISOString(),
    until: undoUntil(mergedAt).toISOString(),
  }))
}
