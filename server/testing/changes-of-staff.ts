/** How each change that staff can make is made, by the name of its call: a new call is told here, and its act is looked at like all others. */
import { makeOwner } from '#server/accounts/staff/grants.ts'
import { inAct } from '#server/kernel/acts.ts'
import { changesOfDecisions } from './changes-of-decisions.ts'
import { changesOfEvents } from './changes-of-events.ts'
import { changesOfFactors } from './changes-of-factors.ts'
import { changesOfFinance } from './changes-of-finance.ts'
import { changesOfMail } from './changes-of-mail.ts'
import { changesOfOrders } from './changes-of-orders.ts'
import { changesOfPages } from './changes-of-pages.ts'
import { changesOfPeople } from './changes-of-people.ts'
import { changesOfReviews, changesOfSelection } from './changes-of-selection.ts'
import { changesOfWorkshops } from './changes-of-workshops.ts'
import { aWrongAmount, callsWith, staffCaller } from './finance.ts'
import { aStaffPerson, staffPassword } from './staff.ts'
import { type ChangeOfStaff, linkFor, type Team } from './team.ts'

const change = (prepare: ChangeOfStaff['prepare']): ChangeOfStaff => ({ prepare })
const visitor = ({ app }: Team) => callsWith(app, {})
const byTest = { actor: { kind: 'command', name: 'a test' }, operation: 'test' } as const

const ofAccounts: Record<string, ChangeOfStaff> = {
  StaffSignIn: change(async (team) => {
    const { email } = await aStaffPerson(team.world, 'finance')
    return { by: visitor(team), input: { email, password: staffPassword }, changes: [] }
  }),
  StaffWelcome: change(async (team) => {
    const wish = { email: 'n.memon@example.org', fullName: 'Nadia Memon' }
    const { token } = await inAct(team.world, byTest, (world) => makeOwner(world, wish))
    const input = { link: token, password: staffPassword }
    return { by: visitor(team), input, changes: ['account', 'staff_link'] }
  }),
  StaffSetPassword: change(async ({ app, world }) => ({
    by: await staffCaller(app, world, { role: 'finance', password: 'weak' }),
    input: { password: staffPassword },
    changes: ['account'],
  })),
  StaffSignOut: change(async () => ({ input: {}, changes: [] })),
}

const ofTeam: Record<string, ChangeOfStaff> = {
  InvitationSend: change(async () => ({
    input: { email: 'rabia.memon@example.org', role: 'finance' },
    changes: ['staff_invitation'],
  })),
  InvitationTakeBack: change(async (team) => ({
    input: { invitationId: (await anInvitation(team)).invitationId },
    changes: ['staff_invitation'],
  })),
  InvitationAccept: change(async (team) => {
    const { link } = await anInvitation(team)
    const input = { link, fullName: 'Rabia Memon', password: staffPassword }
    return { by: visitor(team), input, changes: ['account', 'staff_grant', 'staff_invitation'] }
  }),
  ErasureAllow: change(async (team) => ({ input: { accountId: await aHeldErasure(team) }, changes: ['closure'] })),
  GrantGive: change(async ({ world, eventId }) => {
    const { accountId } = await aStaffPerson(world, 'chair', { eventId })
    return { input: { accountId, role: 'desk', eventId }, changes: ['staff_grant'] }
  }),
  GrantRevoke: change(async ({ world }) => {
    const { accountId } = await aStaffPerson(world, 'finance')
    const grants = world.db.selectFrom('staffGrant').select('id').where('accountId', '=', accountId)
    const { id } = await grants.executeTakeFirstOrThrow()
    return { input: { grantId: id, reason: 'left the college' }, changes: ['staff_grant'] }
  }),
}

/** Somebody who asked to be deleted, and whose erasure waits for an owner. */
async function aHeldErasure({ world }: Team): Promise<number> {
  const { accountId } = await aStaffPerson(world, 'finance')
  const [askedAt, dueAt] = [new Date(0), world.now()]
  const held = { accountId, askedAt, dueAt, keepsAbstracts: false, heldAt: dueAt, heldRows: 2001 }
  await world.db.insertInto('closure').values(held).execute()
  return accountId
}

async function anInvitation({ world, owner }: Team) {
  const email = 'rabia.memon@example.org'
  await owner.post('/staff/InvitationSend', { email, role: 'finance' })
  const { id } = await world.db.selectFrom('staffInvitation').select('id').executeTakeFirstOrThrow()
  return { invitationId: id, link: await linkFor(world, email) }
}

const ofPayments: Record<string, ChangeOfStaff> = {
  ExceptionResolve: change(async (team) => ({
    input: { id: (await aWrongAmount(team)).id, version: 1, way: 'close', note: 'Settled at the desk' },
    changes: ['payment_exception'],
  })),
  BankAsk: change(async (team) => ({
    input: { attemptId: (await aWrongAmount(team)).attemptId },
    changes: [],
  })),
}

const ofExports: Record<string, ChangeOfStaff> = {
  ExportBegin: change(async () => ({ input: { list: 'AuditList', filter: {}, format: 'csv' }, changes: [] })),
  ExportStop: change(async ({ owner }) => {
    const { body } = await owner.post('/staff/ExportBegin', { list: 'AuditList', filter: {}, format: 'csv' })
    return { input: { exportId: body.exportId }, changes: [] }
  }),
}

export const changesOfStaff: Record<string, ChangeOfStaff> = {
  ...ofAccounts,
  ...ofTeam,
  ...changesOfFactors,
  ...ofPayments,
  ...ofExports,
  ...changesOfEvents,
  ...changesOfOrders,
  ...changesOfWorkshops,
  ...changesOfMail,
  ...changesOfPages,
  ...changesOfFinance,
  ...changesOfPeople,
  ...changesOfSelection,
  ...changesOfDecisions,
  ...changesOfReviews,
}
