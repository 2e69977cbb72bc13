/** Letters to many, as staff write them: drafts, what is planned, and what went out. */
import { sql } from 'kysely'
import { rowsAtOnce } from '#contract/list.ts'
import { Audience } from '#contract/mail/audience.ts'
import type { MailingDelete, MailingDetail, MailingSave, MailingsList } from '#contract/mail/mailings.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { limits } from '#server/kernel/limits.ts'
import { writesToAuthorsOnly } from '#server/kernel/outbox/rules.ts'
import { isWithin, whereMay } from '#server/kernel/permissions.ts'
import { changeRow } from '#server/kernel/versions.ts'
import { type Acting, asLocked, type Locked, type Transaction, type World } from '#server/kernel/world.ts'
import { type Order, pageBy } from '#server/platform/database/pages.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { refuseBeyond } from './rights.ts'
import { counted, type Counted, type Why } from './segments.ts'

type Which = { eventId: number; mailingId: number }
export type Shown = { mailing: MailingDetail }

/** One of another event, or to others than authors for whoever writes to them alone, is as if it did not exist. */
export async function lockMailing(world: Transaction, staff: Staff, which: Which): Promise<Locked<Row<'mailing'>>> {
  const found = await ofEvent(world, staff, which).selectAll('mailing').forUpdate('mailing').executeTakeFirst()
  return asLocked(found ?? refuse('not_found'))
}

function ofEvent({ db }: Pick<World, 'db'>, { grants }: Pick<Staff, 'grants'>, { eventId, mailingId }: Which) {
  return db
    .selectFrom('mailing')
    .where('mailing.id', '=', mailingId)
    .where('mailing.eventId', '=', eventId)
    .$if(writesToAuthorsOnly(grants, eventId), (query) => query.where('authorsOnly', '=', true))
}

/** By its number alone: of an event in which whoever asks may write. */
export async function findMailing(world: World, staff: Staff, mailingId: number): Promise<Shown> {
  const found = await world.db.selectFrom('mailing').select('eventId').where('id', '=', mailingId).executeTakeFirst()
  if (!found || !isWithin(whereMay(staff, 'mail.write'), found.eventId)) return refuse('not_found')
  return showMailing(world, staff, { eventId: found.eventId, mailingId })
}

export async function showMailing(world: World, staff: Staff, which: Which): Promise<Shown> {
  const row = await ofEvent(world, staff, which)
    .innerJoin('account', 'account.id', 'madeBy')
    .selectAll('mailing')
    .select('fullName')
    .executeTakeFirst()
  if (!row) return refuse('not_found')
  const { body, audience, checkedAt, begunAt, eventId } = row
  return {
    mailing: {
      ...listed(row),
      eventId,
      body,
      audience: readAudience(audience),
      checkedAt: checkedAt?.toISOString() ?? null,
      beganAt: begunAt?.toISOString() ?? null,
      counted: checkedAt ? await countFrozen(world, which.mailingId) : null,
    },
  }
}

/** A later version may know filters that this one does not: then nobody is chosen, and whoever opens it chooses again. */
export function readAudience(stored: unknown): Audience {
  const read = Audience.safeParse(stored)
  return read.success ? read.data : {}
}

async function countFrozen({ db }: World, mailingId: number): Promise<Counted> {
  const { rows } = await sql<{ why: Why | null; count: number }>`
    select why, count(*)::int as count from mailing_recipient where mailing_id = ${mailingId} group by why order by why`.execute(
    db,
  )
  return counted(rows)
}

type ListedRow = Row<'mailing'> & { fullName: string }

function listed(row: ListedRow) {
  const { id, version, kind, subject, state, authorsOnly, recipients, posted, leftOut } = row
  return {
    id,
    version,
    kind,
    subject,
    state,
    authorsOnly,
    recipients,
    posted,
    leftOut,
    madeBy: row.fullName,
    changedAt: row.changedAt.toISOString(),
    sendAt: row.sendAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}

type List = ParsedInputOf<typeof MailingsList>

const order = { by: sql.ref('mailing.changedAt'), type: 'timestamptz', id: sql.ref('mailing.id') } as const
const orders: Record<NonNullable<List['sort']>, Order> = {
  changedAt: order,
  '-changedAt': { ...order, descending: true },
}
const statesOf = {
  drafts: ['draft', 'checked'],
  planned: ['planned', 'sending'],
  over: ['stopped', 'sent'],
} as const

export async function listMailings(world: World, { grants }: Staff, list: List): Promise<ReplyOf<typeof MailingsList>> {
  const { cursor, limit = rowsAtOnce, sort = '-changedAt', ...filter } = list
  const { eventId, state, search } = filter
  const authorsOnly = writesToAuthorsOnly(grants, eventId)
  const query = world.db
    .selectFrom('mailing')
    .innerJoin('account', 'account.id', 'madeBy')
    .selectAll('mailing')
    .select('fullName')
    .where('mailing.eventId', '=', eventId)
    .$if(authorsOnly, (query) => query.where('authorsOnly', '=', true))
    .$if(state !== undefined, (query) => query.where('mailing.state', 'in', statesOf[state as keyof typeof statesOf]))
    .$if(Boolean(search), (query) => query.where(sql<boolean>`has_words(${search}, subject)`))
  const of = ['MailingsList', sort, search, state, eventId, authorsOnly]
  const page = await pageBy(world, query, { of, order: orders[sort], cursor, limit })
  return { ...page, rows: page.rows.map(listed) }
}

type Wish = ParsedInputOf<typeof MailingSave>

export async function saveMailing(world: Acting, staff: Staff, wish: Wish): Promise<Shown> {
  const { eventId, mailingId, version, audience, kind, subject, body } = wish
  await count(world, limits.mailingSavesOfStaff, String(staff.accountId))
  await lockOpenEvent(world, eventId)
  refuseBeyond(staff, wish)
  const now = world.now()
  const authorsOnly = writesToAuthorsOnly(staff.grants, eventId)
  const values = { kind, subject, body, authorsOnly, audience: JSON.stringify(audience), changedAt: now }
  if (mailingId === undefined) {
    const { id } = await world.db
      .insertInto('mailing')
      .values({ eventId, ...values, madeBy: staff.accountId, madeAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return showMailing(world, staff, { eventId, mailingId: id })
  }
  const which = { eventId, mailingId }
  const mailing = await lockMailing(world, staff, which)
  await refuseUnlessOpen(world, staff, mailing)
  if (mailing.version !== version) await refuseOlder(world, staff, which)
  await thaw(world, mailing)
  await changeRow(world, 'mailing', { id: mailingId, version: mailing.version, ...values })
  return showMailing(world, staff, which)
}

/** What was frozen is so no more: whoever sends must check again. */
async function thaw(world: World, { id, state }: Locked<Row<'mailing'>>): Promise<void> {
  if (state === 'draft') return
  await world.db.deleteFrom('mailingRecipient').where('mailingId', '=', id).execute()
  await world.db
    .updateTable('mailing')
    .set({ state: 'draft', checkedAt: null, recipients: 0, leftOut: 0 })
    .where('id', '=', id)
    .execute()
}

export async function refuseUnlessOpen(world: World, staff: Staff, mailing: Row<'mailing'>): Promise<void> {
  if (mailing.state === 'draft' || mailing.state === 'checked') return
  const { mailing: stored } = await showMailing(world, staff, { eventId: mailing.eventId, mailingId: mailing.id })
  const sentence = mailing.state === 'planned' ? 'This letter is planned. Take it back first.' : 'This letter was sent.'
  refuse('conflict', { sentence, stored })
}

export async function refuseOlder(world: World, staff: Staff, which: Which): Promise<never> {
  return refuse('conflict', { stored: (await showMailing(world, staff, which)).mailing })
}

/** Only what nobody was written from. */
export async function deleteMailing(
  world: Acting,
  staff: Staff,
  wish: ParsedInputOf<typeof MailingDelete>,
): Promise<void> {
  const mailing = await lockMailing(world, staff, wish)
  await refuseUnlessOpen(world, staff, mailing)
  if (mailing.version !== wish.version) await refuseOlder(world, staff, wish)
  await world.db.deleteFrom('mailing').where('id', '=', mailing.id).execute()
}
