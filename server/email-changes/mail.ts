/** What we write to people whose account changes its address. */
import { accountLimits } from '#contract/accounts.ts'
import { letter, momentInWords, type Written } from '#server/platform/letter.ts'

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
