/** The rule for the passwords of staff. The server also refuses common ones; the browser cannot know them all. */
import * as z from 'zod/mini'

export const leastStaffPassword = 12

const shortPassword = `Use at least ${leastStaffPassword} characters. A few words are easier to remember.`
export const commonPassword = 'Choose another one: many people use this password.'

export const StaffPassword = z.string('Please enter a password.').check(
  z.refine((text) => Array.from(text).length >= leastStaffPassword, shortPassword),
  z.maxLength(200, 'Use at most 200 characters.'),
)

export const NewPassword = z.object({ password: StaffPassword })
export const SignIn = z.object({
  email: z
    .string()
    .check(z.trim(), z.minLength(1, 'Please enter your email.'), z.maxLength(254, 'This is longer than an email.')),
  password: z
    .string()
    .check(z.minLength(1, 'Please enter your password.'), z.maxLength(200, 'Use at most 200 characters.')),
})
