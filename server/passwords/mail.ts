/** What we write to people about their password. */
import { accountLimits } from '#contract/accounts.ts'
import { letter, type Written } from '#server/platform/letter.ts'

export function resetLetter({ pin, publicUrl }: { pin: string; publicUrl: string }): Written {
  return letter({
    subject: 'Your PIN to set a new password',
    greeting: 'You asked to set a new password.',
    paragraphs: [
      'Enter this PIN on the page where you asked for it:',
      { pin },
      `The PIN works for ${accountLimits.pinMinutes} minutes. If it was not you who asked, ignore this mail; your password stays as it is. The page is at ${publicUrl}/forgotpass.`,
    ],
  })
}

export function passwordChangedLetter({ publicUrl }: { publicUrl: string }): Written {
  return letter({
    subject: 'Your password was changed',
    greeting: 'Your password for Colloquium was just changed.',
    paragraphs: [
      'You have been signed out on every device. Sign in with the new password.',
      'If it was not you, set a new password at once:',
      { link: `${publicUrl}/forgotpass`, label: 'Set a new password' },
    ],
  })
}

export function passwordReplacedLetter({ publicUrl }: { publicUrl: string }): Written {
  return letter({
    subject: 'Your password was changed',
    greeting: 'Your password for Colloquium was just changed.',
    paragraphs: [
      'It was changed on your profile page. You stay signed in there, and have been signed out on every other device.',
      'If it was not you, set a new password at once:',
      { link: `${publicUrl}/forgotpass`, label: 'Set a new password' },
    ],
  })
}
