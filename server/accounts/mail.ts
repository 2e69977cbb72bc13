/** What we write to people about their account. */
import { accountLimits } from '#contract/accounts/accounts.ts'
import type { StaffRole } from '#contract/accounts/permissions.ts'
import { roleAndScope, roleWords } from '#contract/accounts/role-words.ts'
import { grouped } from '#contract/money.ts'
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

export function firstFactorLetter({ pin }: { pin: string }): Written {
  return letter({
    subject: 'Your PIN to set up a second factor',
    greeting: 'You are about to set up a second factor for the Colloquium console.',
    paragraphs: [
      'Enter this PIN on the page where you asked for it:',
      { pin },
      `The PIN works for ${accountLimits.pinMinutes} minutes. If it was not you who asked, somebody knows your password: set a new one.`,
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

/** Staff asked for it, because the person cannot sign in. */
export function newEmailForLetter({ pin }: { pin: string }): Written {
  return letter({
    subject: 'Your PIN for a new email address',
    greeting: 'The conference office was asked to use this address for your account at Colloquium.',
    paragraphs: [
      'Read this PIN to the office, or enter it on your profile page:',
      { pin },
      `The PIN works for ${accountLimits.pinMinutes} minutes. If you know nothing of this, ignore this mail: nothing happens without the PIN.`,
    ],
  })
}

type MergedLetter = { kept: string; gone: string; publicUrl: string }

export function mergedLetter({ kept, gone, publicUrl }: MergedLetter): Written {
  return letter({
    subject: 'Your two accounts are one now',
    greeting: 'The conference office has put your two accounts at Colloquium together.',
    paragraphs: [
      `Everything is in the account of ${kept}. Sign in with its password; ${gone} leads to the same account.`,
      { link: `${publicUrl}/login`, label: 'Sign in' },
      'If these are not both your accounts, please write to the office at once: for 30 days it can be undone.',
    ],
  })
}

export function separatedLetter({ kept, gone, publicUrl }: MergedLetter): Written {
  return letter({
    subject: 'Your accounts are separate again',
    greeting: 'The conference office has taken two accounts at Colloquium apart again.',
    paragraphs: [
      `${kept} and ${gone} are two accounts, each with what it had before. For ${gone} please set a new password:`,
      { link: `${publicUrl}/forgotpass`, label: 'Set a new password' },
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

type HeldErasure = { accountId: number; rows: number; publicUrl: string }

export function erasureHeldLetter({ accountId, rows, publicUrl }: HeldErasure): Written {
  return letter({
    subject: 'A deletion waits for your approval',
    greeting: `Account ${accountId} asked to be deleted. Deleting it would blank ${grouped(rows)} entries of the audit log.`,
    paragraphs: [
      'That is more than usual for a participant, so the deletion was stopped. Nothing was blanked.',
      'It is expected for someone who worked in the console for years. For anyone else, look at the account before you allow it.',
      { link: `${publicUrl}/console/audit`, label: 'Review the deletion' },
    ],
  })
}

type RoleLetter = { role: StaffRole; eventName: string | null; by: string; publicUrl: string }

export function invitationLetter(invited: RoleLetter & { token: string; expiresAt: Date }): Written {
  const { role, eventName, by, token, expiresAt, publicUrl } = invited
  return letter({
    subject: 'You are invited to organise at Colloquium',
    greeting: `${by} invites you to the team.`,
    paragraphs: [
      `Your role: ${roleAndScope(role, eventName)}.`,
      // The token stands behind the #: that part of an address is never sent to a server, so it is in no log.
      { link: `${publicUrl}/console/invitation#${token}`, label: 'Accept the invitation' },
      `The link works once, until ${momentInWords(expiresAt)}, and for this address only. If you do not know what this is about, ignore this mail.`,
    ],
  })
}

export function roleGivenLetter({ role, eventName, by, publicUrl }: RoleLetter): Written {
  return letter({
    subject: 'You have a new role at Colloquium',
    greeting: `${by} gave you a role.`,
    paragraphs: [
      `From now on you are ${roleAndScope(role, eventName)}.`,
      { link: `${publicUrl}/console`, label: 'Open the console' },
    ],
  })
}

/** To every owner and everybody of finance: a second person who is none must not appear in silence. */
export function moneyRoleLetter({ role, who, by, publicUrl }: MoneyRole): Written {
  return letter({
    subject: `New ${roleWords[role].toLowerCase()} at Colloquium: ${who.fullName}`,
    greeting: `${by} made ${who.fullName} (${who.email}) ${roleAndScope(role, null)}.`,
    paragraphs: [
      'Every owner and everybody of finance receives this email. If you do not know this person, ask an owner today.',
      { link: `${publicUrl}/console/team`, label: 'Open the team' },
    ],
  })
}
type MoneyRole = { role: StaffRole; who: { fullName: string; email: string }; by: string; publicUrl: string }

export function roleTakenLetter({ role, eventName, by }: Omit<RoleLetter, 'publicUrl'>): Written {
  return letter({
    subject: 'A role at Colloquium was taken from you',
    greeting: `${by} took a role from you.`,
    paragraphs: [
      `You are no longer ${roleAndScope(role, eventName)}. Your account and your other roles stay as they are.`,
    ],
  })
}

/** After each change of a second factor, to the address of the account. */
export function factorLetter({ what, publicUrl }: { what: string; publicUrl: string }): Written {
  return letter({
    subject: `${what} (Colloquium console)`,
    greeting: `${what}.`,
    paragraphs: [
      'This is about how you sign in to the console of Colloquium. If it was you, there is nothing to do.',
      'If it was not you, set a new password at once, which ends every session, and tell an owner:',
      { link: `${publicUrl}/forgotpass`, label: 'Set a new password' },
    ],
  })
}
