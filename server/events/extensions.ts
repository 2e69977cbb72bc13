import { sql } from 'kysely'
import { asEmail, isEmail, sameEmail } from '#contract/accounts/email.ts'
import { dayIn } from '#contract/days.ts'
import type { ExtensionEnd, ExtensionGive, ExtensionList } from '#contract/events/console-parts.ts'
import type { ExtensionKind } from '#contract/events/event-fields.ts'
import { rowsAtOnce } from '#contract/list.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { addressOf } from '#server/kernel/events/address.ts'
import { limits } from '#server/kernel/limits.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import { type Order, pageBy } from '#server/platform/database/pages.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { countAll } from '#server/platform/security/rate-limits.ts'
import { hashOfNoToken, newToken } from '#server/platform/security/tokens.ts'
/** A later last date for one person, by their address. The later of the event's date and their own counts. */
import { lockShownEvent } from './event-detail.ts'
import { extensionEndedLetter, extensionLetter } from './mail.ts'
import { lastDates } from './rules.ts'

type Reading = Pick<World, 'db'>
type Wish = ParsedInputOf<typeof ExtensionGive>
type Given = ReplyOf<typeof ExtensionGive>

/** A row of answer for each address; what cannot be one changes nothing for the others. */
export async function giveExtensions(world: Acting, staff: Staff, wish: Wish): Promise<Given> {
  const event = await lockShownEvent(world, wish.eventId)
  if (event.eventState === 'ended') refuse('conflict', { sentence: 'This event has ended.' })
  const { until } = wish
  const problem = untilProblem({ until, today: dayIn(event.timeZone, world.now()), ...event }, wish.kind)
  if (problem) refuse('invalid', { fields: [{ path: 'until', message: problem }] })
  const rows: Given['rows'] = []
  const seen = new Set<string>()
  for (const typed of wish.emails) {
    const email = asEmail(typed)
    const emailKey = sameEmail(email)
    if (!isEmail(email)) rows.push({ email: typed, outcome: 'not an address' })
    else if (seen.has(emailKey)) rows.push({ email, outcome: 'twice' })
    else rows.push({ email, outcome: await give(world, staff, { ...wish, email, emailKey, event }) })
    seen.add(emailKey)
  }
  return { rows }
}

type Day = { until: string; today: string; abstractsCloseOn: string; registrationClosesOn: string; endsOn: string }

function untilProblem({ until, today, endsOn, ...event }: Day, kind: ExtensionKind): string | undefined {
  if (until < today) return 'This day is over.'
  if (until <= event[lastDates[kind]]) return 'Everybody has as long as this.'
  return until > endsOn ? 'This is after the end of the event.' : undefined
}

type One = Omit<Wish, 'emails'> & { email: string; emailKey: string; event: Row<'event'> }

async function give(world: World, { accountId }: Staff, one: One): Promise<'given' | 'replaced'> {
  const { eventId, email, emailKey, kind, until, reason, event } = one
  const now = world.now()
  await countEmail(world, accountId, emailKey)
  const { numUpdatedRows } = await world.db
    .updateTable('extension')
    .set({ endedAt: now })
    .where('eventId', '=', eventId)
    .where('emailKey', '=', emailKey)
    .where('kind', '=', kind)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const { token, hash: tokenHash } = newToken()
  const by = { grantedBy: accountId, grantedAt: now }
  await world.db
    .insertInto('extension')
    .values({ eventId, email, emailKey, kind, until, reason, tokenHash, ...by })
    .execute()
  const publicUrl = addressOf(world, event)
  await post(world, {
    kind: 'extension_given',
    to: email,
    eventId,
    ...extensionLetter({ kind, eventName: event.name, until, token, publicUrl }),
  })
  return numUpdatedRows > 0n ? 'replaced' : 'given'
}

/** In the transaction of the act: what is refused writes no email, and is not counted. */
async function countEmail(world: World, accountId: number, emailKey: string): Promise<void> {
  await countAll(world, [
    { limit: limits.extensionsOfStaff, of: String(accountId) },
    { limit: limits.extensionsOfEmail, of: emailKey },
  ])
}

export async function endExtension(
  world: Acting,
  { accountId }: Staff,
  { eventId, id }: ParsedInputOf<typeof ExtensionEnd>,
): Promise<ReplyOf<typeof ExtensionEnd>> {
  const event = await lockShownEvent(world, eventId)
  const { numUpdatedRows } = await world.db
    .updateTable('extension')
    .set({ endedAt: world.now() })
    .where('id', '=', id)
    .where('eventId', '=', eventId)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const row = await everyExtension(world, { eventId }).where('extension.id', '=', id).executeTakeFirst()
  if (!row) return refuse('not_found')
  if (numUpdatedRows !== 1n) refuse('conflict', { stored: listed(row) })
  await countEmail(world, accountId, sameEmail(row.email))
  await post(world, {
    kind: 'extension_ended',
    to: row.email,
    eventId,
    ...extensionEndedLetter({ kind: row.kind, eventName: event.name }),
  })
  return { extension: listed(row) }
}

/** With the event they end for all, without a letter: there is nothing left to be in time for. */
export async function endExtensionsOf(world: World, eventId: number): Promise<number> {
  const { numUpdatedRows } = await world.db
    .updateTable('extension')
    .set({ endedAt: world.now() })
    .where('eventId', '=', eventId)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

type List = ParsedInputOf<typeof ExtensionList>

const id = sql.ref('extension.id')
const orders: Record<NonNullable<List['sort']>, Order> = {
  givenAt: { by: sql.ref('extension.grantedAt'), type: 'timestamptz', id },
  '-givenAt': { by: sql.ref('extension.grantedAt'), type: 'timestamptz', id, descending: true },
  until: { by: sql.ref('extension.until'), type: 'date', id },
  '-until': { by: sql.ref('extension.until'), type: 'date', id, descending: true },
}

export async function listExtensions(world: World, list: List): Promise<ReplyOf<typeof ExtensionList>> {
  const { cursor, limit = rowsAtOnce, sort = '-givenAt', ...filter } = list
  const of = ['ExtensionList', sort, filter.search, filter.kind, filter.state, filter.eventId]
  const page = await pageBy(world, everyExtension(world, filter), { of, order: orders[sort], cursor, limit })
  return { ...page, rows: page.rows.map(listed) }
}

function everyExtension({ db }: Reading, { eventId, kind, state, search }: Partial<List> & { eventId: number }) {
  return db
    .selectFrom('extension')
    .innerJoin('account as giver', 'giver.id', 'extension.grantedBy')
    .leftJoin('account', 'account.emailKey', 'extension.emailKey')
    .select(['extension.id', 'extension.email', 'account.fullName as name', 'kind', 'until', 'reason'])
    .select(['giver.fullName as givenBy', 'grantedAt', 'endedAt'])
    .where('extension.eventId', '=', eventId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as ExtensionKind))
    .$if(state === 'open', (query) => query.where('endedAt', 'is', null))
    .$if(state === 'ended', (query) => query.where('endedAt', 'is not', null))
    .$if(Boolean(search), (query) =>
      query.where(sql<boolean>`has_words(${search}, concat_ws(' ', extension.email, account.full_name, reason))`),
    )
}

type Listed = Awaited<ReturnType<ReturnType<typeof everyExtension>['execute']>>[number]

function listed({ grantedAt, endedAt, ...row }: Listed) {
  return { ...row, givenAt: grantedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
}

/** After a restore the extension stays with its address, and the link of its email opens nothing. */
export async function endExtensionLinks({ db }: Acting<Pick<World, 'db'>>): Promise<void> {
  await sql`update extension set token_hash = ${hashOfNoToken} where ended_at is null`.execute(db)
}
