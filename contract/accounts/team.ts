/** The team: who has which role where, and who is invited. Only owners change it. */
import { z } from 'zod'
import { consoleChange, consoleRead, staffChange, staffRead } from '#contract/heads.ts'
import { Id, nothing, operation } from '#contract/operation.ts'
import { permissions, staffRoles } from './permissions.ts'
import { Invitee, KnownMember, NewMember, Revocation } from './team-forms.ts'

const Role = z.enum(staffRoles)
const Scope = z.object({ eventId: Id, name: z.string() }).nullable()
const Link = z.string().max(200)

/** Of the whole college, or of the events that the caller organises: who counts there. */
export const TeamList = operation('TeamList', staffRead('team.read'), {
  input: nothing,
  reply: z.object({
    people: z.array(
      z.object({
        accountId: Id,
        name: z.string(),
        email: z.string(),
        isMe: z.boolean(),
        /** Without an event it is for the whole college. */
        grants: z.array(z.object({ grantId: Id, role: Role, event: Scope, grantedAt: z.iso.datetime() })),
        /** These two for owners only. */
        factors: z.array(z.enum(['passkey', 'totp'])).nullable(),
        lastSeenAt: z.iso.datetime().nullable(),
      }),
    ),
    /** Those that nobody has used. `void`: whoever sent it is no owner any more. */
    invitations: z.array(
      z.object({
        invitationId: Id,
        email: z.string(),
        role: Role,
        event: Scope,
        invitedBy: z.string(),
        sentAt: z.iso.datetime(),
        expiresAt: z.iso.datetime(),
        state: z.enum(['waiting', 'expired', 'void']),
      }),
    ),
    roles: z.array(
      z.object({ role: Role, scope: z.enum(['college', 'event', 'either']), may: z.array(z.enum(permissions)) }),
    ),
  }),
})

/** Whoever asks was told that this person reviews, and gives the role all the same; without it the call is refused with `conflict` and `stored`. */
const reviewsToo = z.literal(true).optional()

/** Sent again it has a new link, and the old one is worth nothing. Whoever is staff already gets the role at once, and a letter. */
export const InvitationSend = operation('InvitationSend', staffChange('team.grant', { stepUp: true }), {
  input: z.object({ ...Invitee.shape, eventId: Id.optional(), reviewsToo }),
  reply: z.object({ outcome: z.enum(['invited', 'granted']) }),
})

export const InvitationTakeBack = operation('InvitationTakeBack', staffChange('team.grant'), {
  input: z.object({ invitationId: Id }),
  reply: z.object({}),
})

/**
 * The link of the letter proves the address, and says what it is for. Refused with `not_found` when it was used, replaced, taken back, is seven
 * days old or never was one.
 */
export const InvitationShow = operation('InvitationShow', consoleRead({ method: 'POST', secrets: ['link'] }), {
  input: z.object({ link: Link }),
  reply: z.object({
    email: z.string(),
    role: Role,
    eventName: z.string().nullable(),
    invitedBy: z.string(),
    expiresAt: z.iso.datetime(),
    /** They keep their password, and show that they know it. */
    hasAccount: z.boolean(),
  }),
})

/** Gives the role. Whoever has no account gets one, with this name and password. It does not sign in. */
export const InvitationAccept = operation('InvitationAccept', consoleChange({ secrets: ['link', 'password'] }), {
  input: z.object({ link: Link, fullName: z.optional(NewMember.shape.fullName), password: KnownMember.shape.password }),
  reply: z.object({ email: z.string() }),
})

export const GrantGive = operation('GrantGive', staffChange('team.grant', { stepUp: true }), {
  input: z.object({ accountId: Id, role: Role, eventId: Id.optional(), reviewsToo }),
  reply: z.object({}),
})

/** Refused for one's own role, and for that of the last owner. */
export const GrantRevoke = operation('GrantRevoke', staffChange('team.grant', { stepUp: true }), {
  input: z.object({ grantId: Id, reason: z.optional(Revocation.shape.reason) }),
  reply: z.object({}),
})

/** All factors of somebody else of the team go, with every session of theirs: they set up another at their next sign-in. Refused for one's own. */
export const FactorReset = operation('FactorReset', staffChange('team.grant', { stepUp: true }), {
  input: z.object({ accountId: Id, reason: z.optional(Revocation.shape.reason) }),
  reply: z.object({}),
})

/** People who asked to be deleted, where that would blank very much of the audit log. */
export const HeldErasures = operation('HeldErasures', staffRead('team.grant'), {
  input: nothing,
  reply: z.object({
    people: z.array(
      z.object({ accountId: Id, name: z.string(), heldAt: z.iso.datetime(), rows: z.number().int().positive() }),
    ),
  }),
})

export const ErasureAllow = operation('ErasureAllow', staffChange('team.grant', { stepUp: true }), {
  input: z.object({ accountId: Id }),
  reply: z.object({}),
})
