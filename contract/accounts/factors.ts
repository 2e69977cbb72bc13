/** The second factor of staff: passkeys, codes from an app, recovery codes; and the sessions that were opened with them. */
import { z } from 'zod'
import { consoleChange, selfChange, selfRead } from '#contract/heads.ts'
import { Id, nothing, operation } from '#contract/operation.ts'
import { Code, FactorPin, PasskeyName, Password, RecoveryCode } from './factor-fields.ts'
import { sessionNeeds } from './session-needs.ts'

const Needs = z.enum(sessionNeeds).nullable()

/** What a browser hands over after it has asked a device; base64url, as WebAuthn writes its JSON. */
const Bytes = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/)
const Answer = { id: Bytes, rawId: Bytes, type: z.literal('public-key') }
export const Assertion = z.object({
  ...Answer,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Bytes.optional(),
  }),
})
const Attestation = z.object({
  ...Answer,
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})
export type Assertion = z.output<typeof Assertion>
export type Attestation = z.output<typeof Attestation>

/** What a device is asked, as WebAuthn writes its JSON. */
const Options = z.record(z.string(), z.unknown())
/** Shown once; empty where those from before still count. */
const RecoveryCodesShown = z.object({ recoveryCodes: z.array(z.string()) })

/** After the password: a code, a passkey or a recovery code. A wrong or used code is refused with 422 at its field. */
export const StaffSecondFactor = operation(
  'StaffSecondFactor',
  selfChange({ before: ['proof'], secrets: ['code', 'recoveryCode', 'passkey'] }),
  {
    input: z.object({
      code: z.optional(Code),
      recoveryCode: z.optional(RecoveryCode),
      passkey: Assertion.optional(),
    }),
    reply: z.object({}),
  },
)

/**
 * One of the four. The password is proof enough only outside production, for somebody who has no second factor; in production such a person
 * proves their address with a PIN, which lets them set up the first one and nothing else.
 */
export const StaffStepUp = operation(
  'StaffStepUp',
  selfChange({ before: ['set-up'], secrets: ['code', 'password', 'passkey', 'pin'] }),
  {
    input: z.object({
      code: z.optional(Code),
      passkey: Assertion.optional(),
      password: z.optional(Password),
      pin: z.optional(FactorPin),
    }),
    reply: z.object({ until: z.string() }),
  },
)

/** Sends the PIN that is asked for before the first second factor is set up. */
export const FactorPinSend = operation('FactorPinSend', selfChange({ before: ['set-up'] }), {
  input: nothing,
  reply: nothing,
})

export const PasskeyBegin = operation('PasskeyBegin', selfChange({ before: ['proof', 'set-up'] }), {
  input: z.object({ purpose: z.enum(['add', 'second-factor', 'step-up']) }),
  reply: z.object({ options: Options }),
})

export const PasskeyAdd = operation('PasskeyAdd', selfChange({ before: ['set-up'], secrets: ['passkey'] }), {
  input: z.object({ name: PasskeyName, passkey: Attestation }),
  reply: RecoveryCodesShown,
})

/** The one from before counts until the new one is confirmed with a code. */
export const TotpBegin = operation('TotpBegin', selfChange({ before: ['set-up'] }), {
  input: nothing,
  reply: z.object({ secret: z.string(), uri: z.string() }),
})

export const TotpConfirm = operation('TotpConfirm', selfChange({ before: ['set-up'], secrets: ['code'] }), {
  input: z.object({ code: Code }),
  reply: RecoveryCodesShown,
})

/** Ten new ones; those before them are worth nothing from now on. */
export const RecoveryCodes = operation('RecoveryCodes', selfChange({ stepUp: true }), {
  input: nothing,
  reply: RecoveryCodesShown,
})

/** The last one of somebody who must have one stays. All other sessions end. */
export const FactorRemove = operation('FactorRemove', selfChange({ stepUp: true }), {
  input: z.object({ factor: z.enum(['passkey', 'totp']), passkeyId: Id.optional() }),
  reply: z.object({}),
})

export const FactorsList = operation('FactorsList', selfRead({ before: ['set-up'] }), {
  input: nothing,
  reply: z.object({
    passkeys: z.array(
      z.object({
        passkeyId: Id,
        name: z.string(),
        /** The device keeps a copy elsewhere, as phones do. */
        backedUp: z.boolean(),
        createdAt: z.string(),
        usedAt: z.string().nullable(),
      }),
    ),
    /** Since when there is an app with codes. */
    totpSince: z.string().nullable(),
    recoveryCodesLeft: z.number().int(),
    /** The last factor cannot be removed. */
    isForced: z.boolean(),
  }),
})

export const StaffSessions = operation('StaffSessions', selfRead(), {
  input: nothing,
  reply: z.object({
    sessions: z.array(
      z.object({
        sessionId: Id,
        device: z.string(),
        factor: z.enum(['none', 'passkey', 'totp', 'recovery']),
        signedInAt: z.string(),
        lastSeenAt: z.string(),
        /** However busy it is. */
        endsAt: z.string(),
        isThis: z.boolean(),
      }),
    ),
  }),
})

export const StaffEndSession = operation('StaffEndSession', selfChange(), {
  input: z.object({ sessionIds: z.array(Id).min(1).max(200) }),
  reply: z.object({ ended: z.number().int() }),
})

/** With a passkey and without the password. */
export const PasskeySignInBegin = operation('PasskeySignInBegin', consoleChange(), {
  input: nothing,
  reply: z.object({ options: Options }),
})

export const PasskeySignIn = operation('PasskeySignIn', consoleChange({ secrets: ['passkey'] }), {
  input: z.object({ passkey: Assertion }),
  reply: z.object({ name: z.string(), needs: Needs }),
})
