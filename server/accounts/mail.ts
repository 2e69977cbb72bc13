/** What we write to people about their account. Their texts are in `server/kernel/outbox/*-texts.ts`. */
import { accountLimits } from '#contract/accounts/accounts.ts'
import type { StaffRole } from '#contract/accounts/permissions.ts'
import { roleAndScope, roleWords } from '#contract/accounts/role-words.ts'
import { grouped } from '#contract/money.ts'
import { type Worded, written } from '#server/kernel/outbox/worded.ts'
import { momentInWords } from '#server/platform/mail/letter.ts'

type PinLetter = { pin: string; email: string; publicUrl: string }
type FromSite = { publicUrl: string }

const minutes = String(accountLimits.pinMinutes)
const newPassword = (publicUrl: string) => ({ link: `${publicUrl}/forgotpass`, label: 'Set a new password' })

export function verifyLetter({ pin, email, publicUrl }: PinLetter): Worded {
  // The PIN stands behind the #: that part of an address is never sent to a server, so it is in no log.
  const link = `${publicUrl}/verify-email#email=${encodeURIComponent(email)}&pin=${pin}`
  return written('sign_up_pin', { PIN: { pin }, link: { link, label: 'Verify my email' }, minutes })
}

export const resetLetter = ({ pin, publicUrl }: { pin: string; publicUrl: string }): Worded =>
  written('password_pin', { PIN: { pin }, minutes, page: `${publicUrl}/forgotpass` })

export const passwordChangedLetter = ({ publicUrl }: FromSite): Worded =>
  written('password_changed', { link: newPassword(publicUrl) })

export const passwordReplacedLetter = ({ publicUrl }: FromSite): Worded =>
  written('password_replaced', { link: newPassword(publicUrl) })

export const firstFactorLetter = ({ pin }: { pin: string }): Worded => written('factor_pin', { PIN: { pin }, minutes })

export const newEmailPinLetter = ({ pin }: { pin: string }): Worded =>
  written('new_email_pin', { PIN: { pin }, minutes })

/** Staff asked for it, because the person cannot sign in. */
export const newEmailForLetter = ({ pin }: { pin: string }): Worded =>
  written('new_email_pin_by_staff', { PIN: { pin }, minutes })

type MergedLetter = { kept: string; gone: string; publicUrl: string }

export const mergedLetter = ({ kept, gone, publicUrl }: MergedLetter): Worded =>
  written('accounts_merged', {
    'kept address': kept,
    'other address': gone,
    link: { link: `${publicUrl}/login`, label: 'Sign in' },
  })

export const separatedLetter = ({ kept, gone, publicUrl }: MergedLetter): Worded =>
  written('accounts_separated', { 'kept address': kept, 'other address': gone, link: newPassword(publicUrl) })

type ChangedLetter = { newEmail: string; key: string; undoUntil: Date; publicUrl: string }

/** To the old address: somebody who takes over an open browser must not take the account with it. */
export const emailLeftLetter = ({ newEmail, key, undoUntil, publicUrl }: ChangedLetter): Worded =>
  written('email_left', {
    'new address': newEmail,
    until: momentInWords(undoUntil),
    // The key stands behind the #: that part of an address is never sent to a server, so it is in no log.
    link: { link: `${publicUrl}/undo-email#key=${key}`, label: 'Undo the change' },
  })

export const emailTakenLetter = ({ publicUrl }: FromSite): Worded =>
  written('email_taken', { link: { link: `${publicUrl}/profile`, label: 'Open my profile' } })

export const emailRestoredLetter = ({ publicUrl }: FromSite): Worded =>
  written('email_restored', { link: newPassword(publicUrl) })

export const closureAskedLetter = ({ dueAt, publicUrl }: { dueAt: Date; publicUrl: string }): Worded =>
  written('closure_asked', {
    when: momentInWords(dueAt),
    link: { link: `${publicUrl}/profile`, label: 'Keep my account' },
  })

export const accountKeptLetter = (): Worded => written('account_kept', {})

export const erasedLetter = (): Worded => written('account_erased', {})

type HeldErasure = { accountId: number; rows: number; publicUrl: string }

export const erasureHeldLetter = ({ accountId, rows, publicUrl }: HeldErasure): Worded =>
  written('erasure_held', {
    account: String(accountId),
    entries: grouped(rows),
    link: { link: `${publicUrl}/console/audit`, label: 'Review the deletion' },
  })

type RoleLetter = { role: StaffRole; eventName: string | null; by: string; publicUrl: string }

export function invitationLetter(invited: RoleLetter & { token: string; expiresAt: Date }): Worded {
  const { role, eventName, by, token, expiresAt, publicUrl } = invited
  return written('team_invitation', {
    by,
    role: roleAndScope(role, eventName),
    until: momentInWords(expiresAt),
    // The token stands behind the #: that part of an address is never sent to a server, so it is in no log.
    link: { link: `${publicUrl}/console/invitation#${token}`, label: 'Accept the invitation' },
  })
}

export const roleGivenLetter = ({ role, eventName, by, publicUrl }: RoleLetter): Worded =>
  written('role_given', {
    by,
    role: roleAndScope(role, eventName),
    link: { link: `${publicUrl}/console`, label: 'Open the console' },
  })

/** To all owners and finance staff: nobody may become the second person for a payout without their knowledge. */
export const moneyRoleLetter = ({ role, who, by, publicUrl }: MoneyRole): Worded =>
  written('money_role_given', {
    by,
    role: roleAndScope(role, null),
    'role name': roleWords[role].toLowerCase(),
    person: who.fullName,
    address: who.email,
    link: { link: `${publicUrl}/console/team`, label: 'Open the team' },
  })
type MoneyRole = { role: StaffRole; who: { fullName: string; email: string }; by: string; publicUrl: string }

export const roleTakenLetter = ({ role, eventName, by }: Omit<RoleLetter, 'publicUrl'>): Worded =>
  written('role_taken', { by, role: roleAndScope(role, eventName) })

/** After each change of a second factor, to the address of the account. */
export const factorLetter = ({ what, publicUrl }: { what: string; publicUrl: string }): Worded =>
  written('factor_changed', { change: what, link: newPassword(publicUrl) })
