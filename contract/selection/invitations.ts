/** The invitation to review, as whoever has the letter reads and answers it. To read it changes nothing: programs open links too. */
import { z } from 'zod'
import { accountLimits } from '#contract/accounts/email.ts'
import { openChange, openRead } from '#contract/heads.ts'
import { Id, operation } from '#contract/operation.ts'
import { plainText } from '#contract/plain-text.ts'
import { invitationTexts } from './invitation-texts.ts'
import { OfferFields } from './offer-fields.ts'
import { blindnesses } from './words.ts'

const link = z.string().max(100)

export const InvitationRead = operation('InvitationRead', openRead({ method: 'POST', secrets: ['link'] }), {
  input: z.object({ link }),
  reply: z.object({
    status: z.enum(['Success', invitationTexts.over, invitationTexts.closed]),
    /** With `closed`: the last day of the review. */
    closedOn: z.string().optional(),
    invitation: z
      .object({
        email: z.string(),
        /** What the organiser called them; empty where only the address was known. */
        name: z.string(),
        /** Disciplines that the organiser expects of them. */
        first: z.array(Id),
        second: z.array(Id),
        eventName: z.string(),
        expiresAt: z.iso.datetime(),
        dueOn: z.string().nullable(),
        blind: z.enum(blindnesses),
        /** There is one with this address: they sign in and come back. */
        hasAccount: z.boolean(),
        fields: z.array(z.object({ specialityId: Id, name: z.string() })),
      })
      .optional(),
  }),
})

/** Whoever is signed in accepts as who they are; whoever has no account gets one, with this name and password. */
export const InvitationAnswer = operation(
  'InvitationAnswer',
  openChange({ withSession: true, secrets: ['link', 'password'] }),
  {
    input: z.object({
      link,
      answer: z.enum(['yes', 'no']),
      offer: OfferFields.optional(),
      fullName: z
        .string()
        .max(accountLimits.fullName)
        .transform((name) => plainText(name))
        .optional(),
      password: z.string().max(accountLimits.password).optional(),
    }),
    reply: z.object({
      status: z.enum([
        'Success',
        invitationTexts.over,
        invitationTexts.closed,
        invitationTexts.signIn,
        invitationTexts.already,
        invitationTexts.offer,
        invitationTexts.account,
        invitationTexts.weak,
      ]),
      /** With `weak`: what the rule asks for. */
      why: z.string().optional(),
      /** The account that reviews from now on. */
      email: z.string().optional(),
    }),
  },
)
