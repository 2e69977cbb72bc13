/** What we write to people about their account. */
import { accountLimits } from '#contract/accounts/accounts.ts'
import { letter, momentInWords, type Written } from '#server/platform/mail/letter.ts'

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

export function newEmailPinLetter({ pin }: { pin: string }): Written {
  return letter({
    subject: 'Your PIN for a new email address',
    greeting: 'You asked to use this address for Colloquium.',
    paragraphs: [
      'Enter this PIN on your profile page, where you asked for it:',
      { pin },
      `The PIN works for ${accountLimits.pinMinutes} minutes. If it was not you who asked, ignore this mail: nothing happens without the PIN.`,
    ],
  })
}

type ChangedLetter = { newEmail: string; key: string; undoUntil: Date; publicUrl: string }

/** To the old address: whoever took over an open browser must not take the account with it. */
export function emailLeftLetter({ newEmail, key, undoUntil, publicUrl }: ChangedLetter): Written {
  return letter({
    subject: 'Your email address was changed',
    greeting: 'Your account at Colloquium has another email address now.',
    paragraphs: [
      `From now on we write to ${newEmail}, and you sign in with it.`,
      `If it was not you, take the change back. You can do so until ${momentInWords(undoUntil)}:`,
      // The key stands behind the #: that part of an address is never sent to a server, so it is in no log.
      { link: `${publicUrl}/undo-email#key=${key}`, label: 'Take the change back' },
      'Everybody is then signed out, and you choose a new password.',
    ],
  })
}

export function emailTakenLetter({ publicUrl }: { publicUrl: string }): Written {
  return letter({
    subject: 'This is your email address now',
    greeting: 'Your new email address is in use.',
    paragraphs: [
      'From now on you sign in to Colloquium with this address. You have been signed out on every other device.',
      { link: `${publicUrl}/profile`, label: 'Open my profile' },
    ],
  })
}

export function emailRestoredLetter({ publicUrl }: { publicUrl: string }): Written {
  return letter({
    subject: 'Your email address is back',
    greeting: 'The change of your email address was taken back.',
    paragraphs: [
      'Everybody has been signed out, and the old password no longer works. If you have not chosen a new one yet, do it here:',
      { link: `${publicUrl}/forgotpass`, label: 'Set a new password' },
    ],
  })
}

export function closureAskedLetter({ dueAt, publicUrl }: { dueAt: Date; publicUrl: string }): Written {
  return letter({
    subject: 'Your account will be deleted',
    greeting: 'You asked us to delete your account at Colloquium.',
    paragraphs: [
      `It is deleted on ${momentInWords(dueAt)}. Until then everything stays as it is.`,
      'If you change your mind, or if it was not you who asked, sign in and choose “Keep my account”:',
      { link: `${publicUrl}/profile`, label: 'Keep my account' },
    ],
  })
}

export function accountKeptLetter(): Written {
  return letter({
    subject: 'Your account stays',
    greeting: 'Your account at Colloquium is not deleted.',
    paragraphs: ['You changed your mind, and everything is as it was.'],
  })
}

export function erasedLetter(): Written {
  return letter({
    subject: 'Your account was deleted',
    greeting: 'Your account at Colloquium was deleted, as you asked.',
    paragraphs: [
      'Your name, your addresses, your photo and your files are gone. Amounts and numbers of payments stay in our books, without your name.',
      'This is our last letter: we no longer know this address.',
    ],
  })
}
