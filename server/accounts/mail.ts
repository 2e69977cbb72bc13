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
    subject: 'Verify your email address',
    paragraphs: [
      'Thank you for signing up. Enter this PIN to verify your email address:',
      { pin },
      { link, label: 'Verify my email' },
      `The PIN works for ${accountLimits.pinMinutes} minutes. If you did not sign up, ignore this email: nothing happens without the PIN.`,
    ],
  })
}

export function resetLetter({ pin, publicUrl }: { pin: string; publicUrl: string }): Written {
  return letter({
    subject: 'Your PIN to set a new password',
    paragraphs: [
      'You asked to set a new password. Enter this PIN on the page where you asked for it:',
      { pin },
      `The PIN works for ${accountLimits.pinMinutes} minutes. If you did not ask for it, ignore this email: your password stays as it is. The page is ${publicUrl}/forgotpass.`,
    ],
  })
}

export function passwordChangedLetter({ publicUrl }: { publicUrl: string }): Written {
  return letter({
    subject: 'Your password was changed',
    paragraphs: [
      'Your password has just been changed. You have been signed out on every device. Sign in with the new password.',
      'If you did not change it, set a new password at once:',
      { link: `${publicUrl}/forgotpass`, label: 'Set a new password' },
    ],
  })
}

export function passwordReplacedLetter({ publicUrl }: { publicUrl: string }): Written {
  return letter({
    subject: 'Your password was changed',
    paragraphs: [
      'Your password has just been changed on your profile page. You stay signed in there, and have been signed out on every other device.',
      'If you did not change it, set a new password at once:',
      { link: `${publicUrl}/forgotpass`, label: 'Set a new password' },
    ],
  })
}

export function firstFactorLetter({ pin }: { pin: string }): Written {
  return letter({
    subject: 'Your PIN to set up two-factor authentication',
    paragraphs: [
      'You are about to set up two-factor authentication for the console. Enter this PIN on the page where you asked for it:',
      { pin },
      `The PIN works for ${accountLimits.pinMinutes} minutes. If you did not ask for it, somebody else knows your password: set a new one.`,
    ],
  })
}

export function newEmailPinLetter({ pin }: { pin: string }): Written {
  return letter({
    subject: 'Your PIN for a new email address',
    paragraphs: [
      'You asked to use this address for your account. Enter this PIN on your profile page, where you asked for it:',
      { pin },
      `The PIN works for ${accountLimits.pinMinutes} minutes. If you did not ask for it, ignore this email: nothing happens without the PIN.`,
    ],
  })
}

/** Staff asked for it, because the person cannot sign in. */
export function newEmailForLetter({ pin }: { pin: string }): Written {
  return letter({
    subject: 'Your PIN for a new email address',
    paragraphs: [
      'The conference office was asked to use this address for your account. Read this PIN to the office, or enter it on your profile page:',
      { pin },
      `The PIN works for ${accountLimits.pinMinutes} minutes. If you did not ask for this, ignore this email: nothing happens without the PIN.`,
    ],
  })
}

type MergedLetter = { kept: string; gone: string; publicUrl: string }

export function mergedLetter({ kept, gone, publicUrl }: MergedLetter): Written {
  return letter({
    subject: 'Your two accounts have been merged',
    paragraphs: [
      'The conference office has merged your two accounts.',
      `Everything is now in the account of ${kept}. Sign in with its password; ${gone} leads to the same account.`,
      { link: `${publicUrl}/login`, label: 'Sign in' },
      'If these are not both your accounts, reply to this email at once: the merge can be undone for 30 days.',
    ],
  })
}

export function separatedLetter({ kept, gone, publicUrl }: MergedLetter): Written {
  return letter({
    subject: 'Your accounts are separate again',
    paragraphs: [
      `The conference office has undone the merge of your accounts. ${kept} and ${gone} are two accounts again, each with what it had before.`,
      `Set a new password for ${gone}:`,
      { link: `${publicUrl}/forgotpass`, label: 'Set a new password' },
    ],
  })
}

type ChangedLetter = { newEmail: string; key: string; undoUntil: Date; publicUrl: string }

/** To the old address: somebody who takes over an open browser must not take the account with it. */
export function emailLeftLetter({ newEmail, key, undoUntil, publicUrl }: ChangedLetter): Written {
  return letter({
    subject: 'Your email address was changed',
    paragraphs: [
      `The email address of your account is now ${newEmail}. We write to it, and you sign in with it.`,
      `If you did not change it, undo the change. You can do so until ${momentInWords(undoUntil)}:`,
      // The key stands behind the #: that part of an address is never sent to a server, so it is in no log.
      { link: `${publicUrl}/undo-email#key=${key}`, label: 'Undo the change' },
      'Every device is then signed out, and you choose a new password.',
    ],
  })
}

export function emailTakenLetter({ publicUrl }: { publicUrl: string }): Written {
  return letter({
    subject: 'Your new email address is in use',
    paragraphs: [
      'From now on you sign in with this address. You have been signed out on every other device.',
      { link: `${publicUrl}/profile`, label: 'Open my profile' },
    ],
  })
}

export function emailRestoredLetter({ publicUrl }: { publicUrl: string }): Written {
  return letter({
    subject: 'Your email address has been restored',
    paragraphs: [
      'The change of your email address has been undone. Every device has been signed out, and the old password no longer works.',
      'If you have not chosen a new password yet, do it here:',
      { link: `${publicUrl}/forgotpass`, label: 'Set a new password' },
    ],
  })
}

export function closureAskedLetter({ dueAt, publicUrl }: { dueAt: Date; publicUrl: string }): Written {
  return letter({
    subject: 'Your account will be deleted',
    paragraphs: [
      `You asked us to delete your account. It will be deleted on ${momentInWords(dueAt)}. Until then nothing changes.`,
      'If you change your mind, or did not ask for this, sign in and choose “Keep my account”:',
      { link: `${publicUrl}/profile`, label: 'Keep my account' },
    ],
  })
}

export function accountKeptLetter(): Written {
  return letter({
    subject: 'Your account will not be deleted',
    paragraphs: ['You chose to keep your account. Nothing has changed.'],
  })
}

export function erasedLetter(): Written {
  return letter({
    subject: 'Your account was deleted',
    paragraphs: [
      'Your account has been deleted, as you asked.',
      'Your name, addresses, photo and files have been removed. Amounts and numbers of payments stay in our accounts, without your name.',
      'This is our last email: we no longer have this address.',
    ],
  })
}

type HeldErasure = { accountId: number; rows: number; publicUrl: string }

export function erasureHeldLetter({ accountId, rows, publicUrl }: HeldErasure): Written {
  return letter({
    subject: 'The deletion of an account needs your approval',
    paragraphs: [
      `Account ${accountId} asked to be deleted. Deleting it would blank ${grouped(rows)} entries of the audit log.`,
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
    subject: `Invitation to the team: ${roleAndScope(role, eventName)}`,
    paragraphs: [
      `${by} invites you to join the team. Your role: ${roleAndScope(role, eventName)}.`,
      // The token stands behind the #: that part of an address is never sent to a server, so it is in no log.
      { link: `${publicUrl}/console/invitation#${token}`, label: 'Accept the invitation' },
      `The link works once, until ${momentInWords(expiresAt)}, and for this address only. If you do not expect an invitation, ignore this email.`,
    ],
  })
}

export function roleGivenLetter({ role, eventName, by, publicUrl }: RoleLetter): Written {
  return letter({
    subject: `You have a new role: ${roleAndScope(role, eventName)}`,
    paragraphs: [
      `${by} has given you a role: ${roleAndScope(role, eventName)}.`,
      { link: `${publicUrl}/console`, label: 'Open the console' },
    ],
  })
}

/** To all owners and finance staff: nobody may become the second person for a payout without their knowledge. */
export function moneyRoleLetter({ role, who, by, publicUrl }: MoneyRole): Written {
  return letter({
    subject: `New ${roleWords[role].toLowerCase()}: ${who.fullName}`,
    paragraphs: [
      `${by} has given ${who.fullName} (${who.email}) a role: ${roleAndScope(role, null)}.`,
      'All owners and finance staff receive this email. If you do not know this person, ask an owner today.',
      { link: `${publicUrl}/console/team`, label: 'Open the team' },
    ],
  })
}
type MoneyRole = { role: StaffRole; who: { fullName: string; email: string }; by: string; publicUrl: string }

export function roleTakenLetter({ role, eventName, by }: Omit<RoleLetter, 'publicUrl'>): Written {
  return letter({
    subject: `Your role has ended: ${roleAndScope(role, eventName)}`,
    paragraphs: [
      `${by} has removed your role: ${roleAndScope(role, eventName)}. Your account and your other roles stay as they are.`,
    ],
  })
}

/** After each change of a second factor, to the address of the account. */
export function factorLetter({ what, publicUrl }: { what: string; publicUrl: string }): Written {
  return letter({
    subject: what,
    paragraphs: [
      `${what}. It concerns how you sign in to the console. If you did this, there is nothing to do.`,
      'If you did not, set a new password at once, which ends every session, and tell an owner:',
      { link: `${publicUrl}/forgotpass`, label: 'Set a new password' },
    ],
  })
}
