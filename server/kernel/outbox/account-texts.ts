/** The default texts of emails about accounts. */
import { button, fact, pin, required, texts } from './text-facts.ts'

const minutes = fact('for how many minutes the PIN works', '10')
const newPassword = button('Set a new password', '/forgotpass')
const profile = (label: string) => button(label, '/profile')
const kept = required('the address of the account that stays', 'sana@example.org')
const gone = required('the other address', 'sana.abro@example.org')

export const accountTexts = texts({
  sign_up_pin: {
    name: 'PIN to verify an address',
    when: 'To people who sign up, or ask for the PIN again.',
    subject: 'Verify your email address',
    body: `Thank you for signing up. Enter this PIN to verify your email address:

{PIN}

{link}

The PIN works for {minutes} minutes. If you did not sign up, ignore this email: nothing happens without the PIN.`,
    facts: { PIN: pin, link: button('Verify my email', '/verify-email#…'), minutes },
  },
  password_pin: {
    name: 'PIN to set a new password',
    when: 'To people who have forgotten their password.',
    subject: 'Your PIN to set a new password',
    body: `You asked to set a new password. Enter this PIN on the page where you asked for it:

{PIN}

The PIN works for {minutes} minutes. If you did not ask for it, ignore this email: your password stays as it is. The page is {page}.`,
    facts: {
      PIN: pin,
      minutes,
      page: required('the address of the page', 'https://conference.example.org/forgotpass'),
    },
  },
  password_changed: {
    name: 'Password changed with a PIN',
    when: 'After a new password was set with a PIN.',
    subject: 'Your password was changed',
    body: `Your password has just been changed. You have been signed out on every device. Sign in with the new password.

If you did not change it, set a new password at once:

{link}`,
    facts: { link: newPassword },
  },
  password_replaced: {
    name: 'Password changed on the profile',
    when: 'After somebody changed their password on their profile.',
    subject: 'Your password was changed',
    body: `Your password has just been changed on your profile page. You stay signed in there, and have been signed out on every other device.

If you did not change it, set a new password at once:

{link}`,
    facts: { link: newPassword },
  },
  new_email_pin: {
    name: 'PIN for a new address',
    when: 'To the new address, when somebody changes it on their profile.',
    subject: 'Your PIN for a new email address',
    body: `You asked to use this address for your account. Enter this PIN on your profile page, where you asked for it:

{PIN}

The PIN works for {minutes} minutes. If you did not ask for it, ignore this email: nothing happens without the PIN.`,
    facts: { PIN: pin, minutes },
  },
  new_email_pin_by_staff: {
    name: 'PIN for a new address, by the office',
    when: 'To the new address, when the office changes it for somebody.',
    subject: 'Your PIN for a new email address',
    body: `The conference office was asked to use this address for your account. Read this PIN to the office, or enter it on your profile page:

{PIN}

The PIN works for {minutes} minutes. If you did not ask for this, ignore this email: nothing happens without the PIN.`,
    facts: { PIN: pin, minutes },
  },
  email_left: {
    name: 'Address changed, to the old address',
    when: 'To the old address, after it was changed.',
    subject: 'Your email address was changed',
    body: `The email address of your account is now {new address}. We write to it, and you sign in with it.

If you did not change it, undo the change. You can do so until {until}:

{link}

Every device is then signed out, and you choose a new password.`,
    facts: {
      'new address': required('the new address', 'sana@example.org'),
      until: required('until when it can be undone', '8 November 2026 at 14:00 (Asia/Karachi)'),
      link: button('Undo the change', '/undo-email#…'),
    },
  },
  email_taken: {
    name: 'Address changed, to the new address',
    when: 'To the new address, after it was changed.',
    subject: 'Your new email address is in use',
    body: `From now on you sign in with this address. You have been signed out on every other device.

{link}`,
    facts: { link: profile('Open my profile') },
  },
  email_restored: {
    name: 'Address restored',
    when: 'After a change of address was undone.',
    subject: 'Your email address has been restored',
    body: `The change of your email address has been undone. Every device has been signed out, and the old password no longer works.

If you have not chosen a new password yet, do it here:

{link}`,
    facts: { link: newPassword },
  },
  accounts_merged: {
    name: 'Accounts merged',
    when: 'To both addresses, after two accounts were merged.',
    subject: 'Your two accounts have been merged',
    body: `The conference office has merged your two accounts.

Everything is now in the account of {kept address}. Sign in with its password; {other address} leads to the same account.

{link}

If these are not both your accounts, reply to this email at once: the merge can be undone for 30 days.`,
    facts: { 'kept address': kept, 'other address': gone, link: button('Sign in', '/login') },
  },
  accounts_separated: {
    name: 'Merge undone',
    when: 'To both addresses, after a merge was undone.',
    subject: 'Your accounts are separate again',
    body: `The conference office has undone the merge of your accounts. {kept address} and {other address} are two accounts again, each with what it had before.

Set a new password for {other address}:

{link}`,
    facts: { 'kept address': kept, 'other address': gone, link: newPassword },
  },
  closure_asked: {
    name: 'Deletion of an account asked for',
    when: 'To somebody who asked for their account to be deleted.',
    subject: 'Your account will be deleted',
    body: `You asked us to delete your account. It will be deleted on {when}. Until then nothing changes.

If you change your mind, or did not ask for this, sign in and choose “Keep my account”:

{link}`,
    facts: {
      when: required('when it is deleted', '8 November 2026 at 14:00 (Asia/Karachi)'),
      link: profile('Keep my account'),
    },
  },
  account_kept: {
    name: 'Account kept',
    when: 'To somebody who decided to keep their account.',
    subject: 'Your account will not be deleted',
    body: 'You chose to keep your account. Nothing has changed.',
    facts: {},
  },
  account_erased: {
    name: 'Account deleted',
    when: 'The last email to somebody whose account was deleted.',
    subject: 'Your account was deleted',
    body: `Your account has been deleted, as you asked.

Your name, addresses, photo and files have been removed. Amounts and numbers of payments stay in our accounts, without your name.

This is our last email: we no longer have this address.`,
    facts: {},
  },
})
