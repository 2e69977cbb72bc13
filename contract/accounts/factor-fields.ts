/** What somebody types for their second factor. The console checks with the same rules before it sends. */
import * as z from 'zod/mini'

/** Spaces, as apps show them, do not count. */
export const Code = z.string().check(
  z.overwrite((text) => text.replaceAll(/\s/g, '')),
  z.regex(/^\d{6}$/, 'Type the six digits that your app shows.'),
)

/** Of the email before a first second factor. */
export const FactorPin = z.string().check(
  z.overwrite((text) => text.replaceAll(/\s/g, '')),
  z.regex(/^\d{6}$/, 'Type the six digits of the email.'),
)

export const RecoveryCode = z.string().check(
  z.overwrite((text) => text.replaceAll(/[\s-]/g, '').toUpperCase()),
  z.regex(/^[A-Z0-9]{8}$/, 'A recovery code has eight letters and digits.'),
)

export const PasskeyName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Give it a name, such as office laptop.'),
    z.maxLength(60, 'Use at most 60 characters.'),
  )

export const Password = z
  .string()
  .check(z.minLength(1, 'Please enter your password.'), z.maxLength(200, 'Use at most 200 characters.'))

export const WithCode = z.object({ code: Code })
export const WithRecoveryCode = z.object({ recoveryCode: RecoveryCode })
export const WithPin = z.object({ pin: FactorPin })
export const WithPassword = z.object({ password: Password })
export const WithPasskeyName = z.object({ name: PasskeyName })
