/** What we write to people about their account. */
import { accountLimits } from '#contract/accounts.ts'
import { letter, type Written } from '#server/platform/letter.ts'

type PinLetter = { pin: string; email: string; publicUrl: string }

export function verifyLetter({ pin, email, publicUrl }: PinLetter): Written {
  // The PIN stands behind the #: that part of an address is never sent to a server, so it is in no log.
  const link = `${publicUrl}/verify-email#email=${encodeURIComponent(email)}&pin=${pin}`
  return letter({
    subject: 'Verify your email for Colloquium',
    greeting: 'Welcome to Colloquium.',
    paragraphs: [
      'Enter this PIN to verify your email address:',
      { pin },
      { link, label: 'Verify my email' },
      `The PIN works for ${accountLimits.pinMinutes} minutes. If you did not sign up, ignore this mail: nothing happens without the PIN.`,
    ],
  })
}
