/** What the organisers did in these weeks, each an act of theirs with what it changed: money given back, dates, workshops, the team. */
import { sql } from 'kysely'
import { day, minute } from '#contract/durations.ts'
import { invitationLetter, roleGivenLetter } from '#server/accounts/mail.ts'
import type { Row, Tables } from '#server/database/tables.ts'
import { extensionLetter } from '#server/events/mail.ts'
import { type Act, endAct, noteAct, startAct } from '#server/kernel/acts.ts'
import type { Transaction } from '#server/kernel/world.ts'
import { hashToken } from '#server/platform/security/tokens.ts'
import type { Books } from './bank.ts'
import { load } from './load.ts'
import { actBy, type Organiser, type Team, type TrailAct } from './organisers.ts'
import { refundActs } from './refunds.ts'
import { after, type Setting } from './setting.ts'

/** Letters are told at once; what is written comes with the acts, in `writeTrail`. */
export function planTrail(setting: Setting, team: Team, books: Books): TrailAct[] {
  return [
    ...signIns(setting, team),
    ...workshopActs(setting, team),
    ...extensionActs(setting, team),
    ...teamActs(setting, team),
    ...refundActs(setting, team.finance, books),
    ...moneyActs(setting, team.finance, books),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

export async function writeTrail(world: Transaction, acts: readonly TrailAct[]): Promise<void> {
  for (const { at, work } of acts) await work({ ...world, now: () => at })
  // What comes after belongs to none of them.
  await sql`select set_config('colloquium.act', '', true)`.execute(world.db)
}

const about = (kind: string, id: number) => ({ kind, id })
const ago = ({ today }: Setting, days: number, minutes: number): Date => after(today, -days * day + minutes * minute)

/** One row that an act made. */
function adding<Name extends keyof Tables>(act: Act, table: Name, row: Partial<Row<Name>>): TrailAct['work'] {
  return async (world) => {
    await startAct(world, act)
    await load(world, table, [row])
  }
}

function signIns(setting: Setting, { owner, finance, others }: Team): TrailAct[] {
  const people = [owner, finance, owner, ...others, finance, owner]
  return Array.from({ length: 24 }, (_, at) => {
    const who = people[at % people.length] as Organiser
    const act: Act = {
      actor: { kind: 'staff', accountId: who.accountId },
      operation: 'StaffSignIn',
      about: about('account', who.accountId),
    }
    const when = ago(setting, 24 - at, 9 * 60 + setting.chance.below(200))
    if (at === 13)
      return {
        at: when,
        work: (world) => noteAct(world, act, { outcome: 'refused', refusal: 'password changed meanwhile' }),
      }
    return { at: when, work: async (world) => void (await startAct(world, act)) }
  })
}

function workshopActs(setting: Setting, { owner }: Team): TrailAct[] {
  const { event, workshops } = setting
  const named = (words: string) =>
    workshops.find(({ topic }) => topic.includes(words)) ?? (workshops[0] as (typeof workshops)[number])
  const change = (what: { days: number; id: number; operation: string; set: ReturnType<typeof sql> }): TrailAct => ({
    at: ago(setting, what.days, 11 * 60 + what.id),
    work: async (world) => {
      await startAct(
        world,
        actBy(owner, { operation: what.operation, about: about('workshop', what.id), eventId: event.id }),
      )
      await sql`update workshop set ${what.set}, version = version + 1 where id = ${what.id}`.execute(world.db)
    },
  })
  const [echo, walk, osce] = [named('Echo'), named('Infection'), named('OSCE')]
  const refused = actBy(owner, { operation: 'WorkshopSave', about: about('workshop', echo.id), eventId: event.id })
  const stoppedAt = ago(setting, 3, 11 * 60 + walk.id)
  return [
    change({
      days: 21,
      id: echo.id,
      operation: 'WorkshopSave',
      set: sql`venue = 'Cardiology Seminar Room, second floor'`,
    }),
    change({
      days: 14,
      id: osce.id,
      operation: 'WorkshopSave',
      set: sql`facilitators = facilitators || ', Dr Ghulam Rasool Mirani'`,
    }),
    {
      at: ago(setting, 6, 15 * 60),
      work: (world) => noteAct(world, refused, { outcome: 'refused', refusal: 'invalid' }),
    },
    change({ days: 3, id: walk.id, operation: 'WorkshopStopSales', set: sql`sales_stopped_at = ${stoppedAt}` }),
  ]
}

function extensionActs(setting: Setting, { owner }: Team): TrailAct[] {
  const { chance, event, letters, publicUrl } = setting
  const asked = [
    { email: 'uk.rizvi.naqvi@example.org', reason: 'On leave until the day after the last date', days: 8, by: 3 },
    { email: 'guest.of.the.dean@example.org', reason: 'Invited late by the dean', days: 4, by: 5 },
  ]
  return asked.map(({ email, reason, days, by }) => {
    const [at, token] = [ago(setting, days, 12 * 60), chance.hex(43)]
    const until = dayAfter(event.abstractsCloseOn, by)
    const words = extensionLetter({ kind: 'abstracts', eventName: event.name, until, token, publicUrl })
    letters.push({ kind: 'extension_given', to: email, words, at })
    const row = { eventId: event.id, email, emailKey: email, kind: 'abstracts' as const, until, reason }
    const given = { ...row, tokenHash: hashToken(token), grantedBy: owner.accountId, grantedAt: at }
    const act = actBy(owner, { operation: 'ExtensionGive', about: about('event', event.id), eventId: event.id, reason })
    return { at, work: adding(act, 'extension', given) }
  })
}

const dayAfter = (date: string, days: number): string =>
  new Date(new Date(`${date}T00:00:00Z`).getTime() + days * day).toISOString().slice(0, 10)

function teamActs(setting: Setting, { owner, others }: Team): TrailAct[] {
  const { event, letters, publicUrl, chance } = setting
  const words = { eventName: event.name, by: owner.fullName, publicUrl }
  const given = others.map((who, at): TrailAct => {
    const when = ago(setting, 27 - at, 10 * 60)
    letters.push({ kind: 'role_given', to: who.email, words: roleGivenLetter({ ...words, role: who.role }), at: when })
    const act = actBy(owner, {
      operation: 'GrantGive',
      about: about('account', who.accountId),
      eventId: event.id,
      steppedUp: true,
    })
    const grant = {
      accountId: who.accountId,
      role: who.role,
      eventId: event.id,
      grantedBy: owner.accountId,
      grantedAt: when,
    }
    return {
      at: when,
      work: adding(act, 'staffGrant', grant),
    }
  })
  const [sentAt, token] = [ago(setting, 1, 14 * 60), chance.hex(43)]
  const [email, expiresAt] = ['ghazala.detho@example.org', after(sentAt, 7 * day)]
  letters.push({
    kind: 'team_invitation',
    to: email,
    words: invitationLetter({ ...words, role: 'organiser', token, expiresAt }),
    at: sentAt,
    expiresAt,
  })
  const invitation: Partial<Row<'staffInvitation'>> = {
    email,
    emailKey: email,
    role: 'organiser',
    eventId: event.id,
    tokenHash: hashToken(token),
    invitedBy: owner.accountId,
    sentAt,
    expiresAt,
  }
  const act = actBy(owner, { operation: 'InvitationSend', eventId: event.id, steppedUp: true })
  return [
    ...given,
    {
      at: sentAt,
      work: adding(act, 'staffInvitation', invitation),
    },
  ]
}

/** Once the server stopped while the bank was being asked: how that ended nobody knows, and the trail says so. */
function moneyActs(setting: Setting, finance: Organiser, books: Books): TrailAct[] {
  const open = books.paymentException.find(({ kind }) => kind === 'unresolved_attempt')
  if (!open?.attemptId) return []
  const { id: eventId } = setting.event
  const ask = actBy(finance, { operation: 'BankAsk', about: about('payment_attempt', open.attemptId), eventId })
  return [
    {
      at: ago(setting, 2, 10 * 60),
      work: async (world) => {
        const { act } = await startAct(world, ask, 'begun')
        await endAct(world, act, { outcome: 'done' })
      },
    },
    { at: ago(setting, 1, 16 * 60), work: async (world) => void (await startAct(world, ask, 'begun')) },
  ]
}
