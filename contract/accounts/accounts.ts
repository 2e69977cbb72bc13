import { z } from 'zod'
import { openChange, openRead, personChange, personRead, resetChange } from '#contract/heads.ts'
import { EventOfCall, Id, nothing, operation, table } from '#contract/operation.ts'
import { plainText } from '#contract/plain-text.ts'
import { accountLimits, asEmail, isEmail } from './email.ts'
import { passwordRules } from './passwords.ts'

export { accountLimits, isEmail, sameEmail } from './email.ts'

/** What a caller may be told; each text is fixed by the specification. */
export const loginStatuses = [
  'Success',
  'Email not registered',
  'Email not verified',
  'Email or password incorrect',
] as const
export const captchaRefused = 'Please verify the captcha.'

/** What a captcha was solved for: a proof for one purpose is worth nothing for another. */
export const captchaPurposes = ['login', 'register', 'forgot', 'forgot-verify', 'console'] as const
export type CaptchaPurpose = (typeof captchaPurposes)[number]

const DeviceID = z.string().max(accountLimits.deviceId).default('')
const UserID = z
  .string()
  .max(400, 'this is not an e-mail address')
  .transform(asEmail)
  .refine(isEmail, 'this is not an e-mail address')
const Password = z.string().min(1).max(accountLimits.password)
const OTP = z.string().trim().max(20)
const Captcha = z.string().max(4000).default('')
const status = <const Texts extends readonly string[]>(...texts: Texts) => z.object({ Status: z.enum(texts) })

export const Login = operation(
  'Login',
  openChange({ secrets: ['Password', 'Captcha'], sent: { address: ['DeviceID', 'UserID'], body: 'form' } }),
  {
    /** `EventID`: where the person signs in to, if it is announced. Not in the specification. */
    input: z.object({ DeviceID, UserID, Password, Captcha, CPD: z.string().optional(), EventID: EventOfCall }),
    reply: table(
      z.object({
        Status: z.enum([...loginStatuses, captchaRefused]),
        /** The bearer token. */
        Column1: z.string().optional(),
        EventID: z.number().optional(),
        ApplicantID: z.number().optional(),
        /** The address of the account, which after a merge is not always the one that was typed. Not in the specification. */
        UserID: z.string().optional(),
      }),
    ),
  },
)

export const EventRegister = operation('EventRegister', openChange({ secrets: ['Password', 'Captcha', 'Extension'] }), {
  input: z.object({
    DeviceID,
    UserID,
    Fullname: z
      .string()
      .transform((name) => plainText(name))
      .pipe(z.string().min(1, 'this field is required').max(accountLimits.fullName)),
    Password,
    Captcha,
    /** From the link of a letter that gives this address more time. Not in the specification. */
    Extension: z.string().max(200).optional(),
    /** Whose last date counts. Not in the specification. */
    EventID: EventOfCall,
  }),
  reply: table(status('Success', 'Email already in use', 'Registration Date has Expired.', captchaRefused)),
})

/**
 * `Password` is asked for when the PIN is typed on another device than the one that signed up: without it the address is verified
 * but the password of the sign-up is not believed, because somebody else may have chosen it.
 */
export const EventEmailVerify = operation('EventEmailVerify', openChange({ secrets: ['OTP', 'Password'] }), {
  input: z.object({ DeviceID, UserID, OTP, Password: Password.optional() }),
  reply: table(z.object({ Status: z.enum(['Success', 'PIN not correct']), PasswordKept: z.boolean().optional() })),
})

/** Sends a new PIN to an address that signed up and is not verified yet. Not in the specification. */
export const EventResendPin = operation('EventResendPin', openChange(), {
  input: z.object({ DeviceID, UserID, EventID: EventOfCall }),
  reply: table(status('PIN Generated', 'Email not found')),
})

export const EventForgotPassword = operation('EventForgotPassword', openChange({ secrets: ['Captcha'] }), {
  input: z.object({ DeviceID, UserID, Captcha }),
  reply: table(status('PIN Generated', 'Email not found', captchaRefused)),
})

export const EventForgotPasswordVerify = operation(
  'EventForgotPasswordVerify',
  openChange({ secrets: ['OTP', 'Captcha'] }),
  {
    input: z.object({ DeviceID, UserID, OTP, Captcha }),
    reply: table(
      z.object({
        Status: z.enum(['Success', 'PIN not correct', captchaRefused]),
        /** Good for EventUpdatePassword, once. */
        Column1: z.string().optional(),
      }),
    ),
  },
)

export const EventUpdatePassword = operation('EventUpdatePassword', resetChange({ secrets: ['Password'] }), {
  input: z.object({ DeviceID, UserID: UserID.optional(), Password }),
  reply: table(status('Success')),
})

/** Ends the session of the bearer token. Not in the specification. */
export const SignOut = operation('SignOut', personChange(), {
  input: nothing,
  reply: table(status('Success')),
})

/** Where the person is signed in. Not in the specification. */
export const Sessions = operation('Sessions', personRead(), {
  input: nothing,
  reply: table(
    z.object({
      SessionID: z.number(),
      Device: z.string(),
      SignedInAt: z.iso.datetime(),
      LastSeenAt: z.iso.datetime(),
      IsThis: z.boolean(),
    }),
  ),
})

/** Signs the person out on another device. Not in the specification. */
export const EndSession = operation('EndSession', personChange(), {
  input: z.object({ SessionID: Id }),
  reply: table(status('Success')),
})

/** What the browser needs to prove that a person is there: a puzzle of our own, or the site key of an outside provider. */
export const CaptchaChallenge = operation('CaptchaChallenge', openRead(), {
  input: z.object({ purpose: z.enum(captchaPurposes) }),
  reply: z.object({
    provider: z.enum(['altcha', 'turnstile', 'hcaptcha', 'recaptcha', 'none']),
    siteKey: z.string().optional(),
    /** The signed puzzle, as the library that made it wants it back. */
    challenge: z.unknown().optional(),
  }),
})

/**
 * Whether a password is a common one, without telling it: the browser sends the first digits of its fingerprint, and compares the rest itself.
 * Not in the specification.
 */
export const CommonPasswords = operation('CommonPasswords', openRead(), {
  input: z.object({ part: z.string().regex(/^[\da-f]{3}$/, 'these are not three digits of a fingerprint') }),
  reply: z.object({ rule: z.enum(passwordRules), common: z.array(z.string()) }),
})
