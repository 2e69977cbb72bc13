/** The calls about the team, and the answers to what cannot be done. */
import type { FastifyInstance } from 'fastify'
import { sameEmail } from '#contract/accounts/email.ts'
import {
  ErasureAllow,
  FactorReset,
  GrantGive,
  GrantRevoke,
  HeldErasures,
  InvitationAccept,
  InvitationSend,
  InvitationShow,
  InvitationTakeBack,
  TeamList,
} from '#contract/accounts/team.ts'
import { allowErasure, heldErasures } from '#server/accounts/closure/held-erasures.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import type { Granted } from './grants.ts'
import {
  acceptInvitation,
  eventOfInvitation,
  giveRole,
  refuseReviewer,
  sendInvitation,
  showInvitation,
  takeBackInvitation,
} from './invitations.ts'
import { eventOfGrant, memberWith, resetFactorsOf, takeRole, teamFor } from './team.ts'

export function teamRoutes(app: FastifyInstance, world: World): void {
  serve(app, TeamList, async ({ caller }) => teamFor(world, caller))
  invitationRoutes(app, world)
  factorResetRoute(app)
  erasureRoutes(app, world)
  serve(app, GrantGive, {
    act: ({ accountId, eventId }) => ({ about: { kind: 'account', id: accountId }, eventId }),
    answer: async ({ world, caller, input: { accountId, role, eventId = null, reviewsToo } }) => {
      const account = await memberWith(world, accountId)
      if (!account) return refuseNobody()
      if (!reviewsToo) await refuseReviewer(world, { emailKey: sameEmail(account.email), accountId }, eventId)
      refuseGrant(await giveRole(world, caller, { account, role, eventId }))
      return {}
    },
  })
  serve(app, GrantRevoke, {
    act: async ({ grantId, reason }) => ({
      about: { kind: 'staff_grant', id: grantId },
      reason: reason ?? '',
      eventId: await eventOfGrant(world, grantId),
    }),
    answer: async ({ world, caller, input }) => {
      const answer = await takeRole(world, caller, input.grantId)
      if (answer === 'not there') return refuse('not_found')
      if (answer === 'last owner')
        return refuse('not_allowed', { sentence: 'This is the last owner. Make somebody else an owner first.' })
      refuseGrant(answer)
      return {}
    },
  })
}

function erasureRoutes(app: FastifyInstance, world: World): void {
  serve(app, HeldErasures, async () => ({ people: await heldErasures(world) }))
  serve(app, ErasureAllow, {
    act: ({ accountId }) => ({ about: { kind: 'account', id: accountId } }),
    answer: async ({ world, input: { accountId } }) =>
      (await allowErasure(world, accountId)) ? {} : refuse('not_found'),
  })
}

function factorResetRoute(app: FastifyInstance): void {
  serve(app, FactorReset, {
    act: ({ accountId, reason }) => ({ about: { kind: 'account', id: accountId }, reason: reason ?? '' }),
    answer: async ({ world, caller, input }) => {
      switch (await resetFactorsOf(world, caller, input.accountId)) {
        case 'own':
          return refuse('not_allowed', {
            sentence: 'Your own factors are on your page. Ask another owner if you lost them.',
          })
        case 'no such person':
          return refuseNobody()
        case 'no factor':
          return refuse('conflict', { sentence: 'They have no second factor.' })
        default:
          return {}
      }
    },
  })
}

function refuseNobody(): never {
  return refuse('invalid', { fields: [{ path: 'accountId', message: 'Nobody of the team has this number.' }] })
}

function invitationRoutes(app: FastifyInstance, world: World): void {
  serve(app, InvitationSend, {
    act: ({ eventId }) => ({ eventId }),
    answer: async ({ world, caller, input: { eventId = null, ...wish } }) => {
      const answer = await sendInvitation(world, caller, { ...wish, eventId })
      if (answer === 'invited' || answer === 'granted') return { outcome: answer }
      return refuseGrant(answer)
    },
  })
  serve(app, InvitationTakeBack, {
    act: async ({ invitationId }) => ({
      about: { kind: 'staff_invitation', id: invitationId },
      eventId: await eventOfInvitation(world, invitationId),
    }),
    answer: async ({ world, caller, input }) => {
      if (!(await takeBackInvitation(world, caller, input.invitationId)))
        return refuse('not_found', { sentence: 'This invitation was accepted or taken back meanwhile.' })
      return {}
    },
  })
  serve(app, InvitationShow, async ({ input, request }) => {
    return (await showInvitation(world, input.link, originOf(request, ''))) ?? refuseGone()
  })
  serve(app, InvitationAccept, async ({ input, request }) => {
    const origin = originOf(request, '')
    origin.noted.event = 'console invitation'
    const answer = await acceptInvitation(world, { fullName: undefined, ...input }, origin)
    origin.noted.outcome = answer.kind === 'accepted' ? 'Success' : answer.kind
    switch (answer.kind) {
      case 'accepted':
        return { email: answer.email }
      case 'wrong password':
        return refuse('sign_in_first', { sentence: 'This is not the password of your account.' })
      case 'weak':
        return refuse('invalid', { fields: [{ path: 'password', message: answer.why }] })
      case 'no name':
        return refuse('invalid', { fields: [{ path: 'fullName', message: 'Please enter your name.' }] })
      case 'address is taken':
        return refuse('conflict', {
          sentence: 'Somebody may still come back to this address. Ask for an invitation to another one.',
        })
      default:
        return refuseGone()
    }
  })
}

function refuseGone(): never {
  return refuse('not_found', {
    sentence:
      'This invitation was used, taken back or sent again, or is older than seven days. Ask whoever invited you for a new one.',
  })
}

/** Returns only when it was done. */
function refuseGrant(answer: Exclude<Granted, 'done' | 'no such person'>): never
function refuseGrant(answer: Exclude<Granted, 'no such person'>): void
function refuseGrant(answer: Exclude<Granted, 'no such person'>): void {
  switch (answer) {
    case 'own role':
      return refuse('not_allowed', { sentence: 'Nobody changes their own role. Ask another owner.' })
    case 'there already':
      return refuse('conflict', { sentence: 'They have this role already.' })
    case 'not for an event':
      return refuse('invalid', { fields: [{ path: 'eventId', message: 'This role is for the whole college.' }] })
    case 'only for an event':
      return refuse('invalid', { fields: [{ path: 'eventId', message: 'This role is for one event.' }] })
    default:
      return undefined
  }
}
