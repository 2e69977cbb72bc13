/** How each change of a person is made, for the test that looks for its act. */
import { aGuest } from './guests.ts'
import { aPerson, pinFor } from './people.ts'
import type { ChangeOfStaff, Team } from './team.ts'

const reason = 'asked by phone'

async function guest({ world, eventId }: Team) {
  return { eventId, accountId: (await aGuest(world, eventId)).accountId }
}

async function newEmail(team: Team) {
  const { accountId } = await guest(team)
  const email = 'mehak.new@example.org'
  await team.owner.post('/staff/EmailChangeBegin', { accountId, email, reason })
  return { accountId, email }
}

/** One account that is at the event, and one that is at none: nothing changes places. */
async function apart({ world, eventId }: Team) {
  const [kept, gone] = [await aPerson(world), await aGuest(world, eventId)]
  return { kept: kept.accountId, gone: gone.accountId, reason }
}

const merged = ['account', 'account_alias', 'account_merge', 'applicant']

export const changesOfPeople: Record<string, ChangeOfStaff> = {
  PersonCorrectName: {
    prepare: async (team) => ({ input: { ...(await guest(team)), name: 'Mehak Somro', reason }, changes: ['account'] }),
  },
  PersonNote: {
    prepare: async (team) => ({ input: { ...(await guest(team)), words: 'Front seat' }, changes: ['person_note'] }),
  },
  PersonSignOut: { prepare: async (team) => ({ input: { ...(await guest(team)), reason }, changes: [] }) },
  PeopleExtend: {
    prepare: async ({ world, eventId }) => {
      const { applicantId } = await aGuest(world, eventId)
      return {
        input: { eventId, ids: [applicantId], kind: 'abstracts', until: '2026-12-10', reason },
        changes: ['extension'],
      }
    },
  },
  EmailChangeBegin: {
    prepare: async (team) => {
      const { accountId } = await guest(team)
      return { input: { accountId, email: 'mehak.new@example.org', reason }, changes: ['email_change'] }
    },
  },
  EmailChangeConfirm: {
    prepare: async (team) => {
      const { accountId, email } = await newEmail(team)
      return { input: { accountId, pin: await pinFor(team.world, email) }, changes: ['account', 'email_change'] }
    },
  },
  EmailChangeCancel: {
    prepare: async (team) => ({ input: { accountId: (await newEmail(team)).accountId }, changes: ['email_change'] }),
  },
  NotSamePerson: {
    prepare: async (team) => {
      const [one, other] = [await guest(team), await guest(team)]
      return { input: { one: one.accountId, other: other.accountId }, changes: ['not_same_person'] }
    },
  },
  MergeAccounts: { prepare: async (team) => ({ input: await apart(team), changes: merged }) },
  MergeUndo: {
    prepare: async (team) => {
      const { body } = await team.owner.post('/staff/MergeAccounts', await apart(team))
      return { input: { mergeId: body.mergeId, reason }, changes: ['account_alias', 'account_merge', 'applicant'] }
    },
  },
}
