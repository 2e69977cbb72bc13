import { recordPayout } from '#server/payments/refunds/payouts.ts'
import { sender } from './changes-of-pages.ts'
/** How each change of money beside the bank is made, for the test that looks for its act. */
import { acting, aDraft, anOrder, aPaidOrder, confirm, record } from './desk.ts'
import { staffCaller } from './finance.ts'
import { staffWith } from './staff.ts'
import type { ChangeOfStaff, Team } from './team.ts'

const change = (prepare: ChangeOfStaff['prepare']): ChangeOfStaff => ({ prepare })

/** Somebody else of finance, who records and proposes. */
async function sana({ app, world }: Team) {
  const caller = await staffCaller(app, world, { role: 'finance' })
  return { caller, staff: await staffWith(world, caller.token) }
}

async function recorded(team: Team) {
  const made = await anOrder(team)
  const { staff } = await sana(team)
  const { offline } = await record(team.world, staff, { eventId: team.eventId, ...made })
  return { ...made, staff, seen: { eventId: team.eventId, id: offline.id, version: offline.version } }
}

async function paidAtDesk(team: Team) {
  const { staff, seen, price } = await recorded(team)
  const owner = await staffWith(team.world, team.owner.token)
  await confirm(team.world, owner, seen)
  const { id } = await team.world.db.selectFrom('paymentAttempt').select('id').executeTakeFirstOrThrow()
  const input = { eventId: team.eventId, attemptId: id, amount: price, way: 'cash' as const, number: '', reason: 'Ill' }
  return { staff, input }
}

async function payoutOf(team: Team) {
  const { staff, input } = await paidAtDesk(team)
  const { id } = await acting(team.world, staff, (world) => recordPayout(world, staff, input))
  return { eventId: team.eventId, id, version: 1 }
}

async function proposed(team: Team) {
  const { caller } = await sana(team)
  const { attemptId, price } = await aPaidOrder(team, { price: 2_000_000 })
  await caller.post('/payments/RefundPropose', { eventId: team.eventId, attemptId, amount: price, reason: 'Ill' })
  return { eventId: team.eventId, id: 1, version: 1 }
}

const ofRefund = ['order_item', 'orders', 'refund', 'workshop']
const ofPayout = ['order_item', 'orders', 'payout', 'workshop']

export const changesOfFinance: Record<string, ChangeOfStaff> = {
  FinanceRuleSave: change(async () => ({
    input: { version: 1, alone: true, refundAloneUpTo: 5000 },
    changes: ['finance_rule'],
  })),
  OfflineRecord: change(async (team) => {
    const { code, price } = await anOrder(team)
    const input = { eventId: team.eventId, paymentCode: code, ...aDraft(price) }
    return { input, changes: ['offline_payment', 'orders'] }
  }),
  OfflinePhotoAdd: change(async (team) => {
    const { seen } = await recorded(team)
    return {
      by: { post: sender(team, 'photo') },
      input: { eventId: seen.eventId, id: seen.id },
      changes: ['offline_payment'],
    }
  }),
  OfflineConfirm: change(async (team) => ({
    input: (await recorded(team)).seen,
    changes: ['offline_payment', 'orders', 'payment_attempt'],
  })),
  OfflineReject: change(async (team) => ({
    input: { ...(await recorded(team)).seen, reason: 'Not signed' },
    changes: ['offline_payment'],
  })),
  RefundPropose: change(async (team) => {
    const { attemptId, price } = await aPaidOrder(team)
    return { input: { eventId: team.eventId, attemptId, amount: price, reason: 'Ill' }, changes: ofRefund }
  }),
  RefundApprove: change(async (team) => ({ input: await proposed(team), changes: [...ofRefund, 'refund_proposal'] })),
  RefundReject: change(async (team) => ({
    input: { ...(await proposed(team)), reason: 'She came' },
    changes: ['refund_proposal'],
  })),
  RefundGive: change(async (team) => {
    const { attemptId, price } = await aPaidOrder(team)
    const { gateway } = team.world
    Object.assign(team.world, {
      gateway: {
        ...gateway,
        refund: async (...what: Parameters<typeof gateway.refund>) => {
          await gateway.refund(...what)
          return { kind: 'unknown', why: 'no answer in time' }
        },
      },
    })
    await team.owner.post('/payments/RefundPropose', { eventId: team.eventId, attemptId, amount: price, reason: 'Ill' })
    Object.assign(team.world, { gateway })
    return { input: { eventId: team.eventId, attemptId }, changes: ofRefund }
  }),
  PayoutRecord: change(async (team) => ({ input: (await paidAtDesk(team)).input, changes: ['payout'] })),
  PayoutConfirm: change(async (team) => ({ input: await payoutOf(team), changes: ofPayout })),
  PayoutReject: change(async (team) => ({
    input: { ...(await payoutOf(team)), reason: 'Not signed' },
    changes: ['payout'],
  })),
  ClosingWrite: change(async ({ eventId }) => ({
    input: { eventId, upTo: 0, entries: 0, cashCountedInRupees: 0 },
    changes: ['closing'],
  })),
}
