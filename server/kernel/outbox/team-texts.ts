/** The default texts of emails to the team. */
import { block, button, fact, pin, required, texts } from './text-facts.ts'

const by = fact('who did it', 'Zainab Qureshi')
const role = required('the role, and of which event', 'organiser of Annual Medical Conference 2027')

export const teamTexts = texts({
  team_invitation: {
    name: 'Invitation to the team',
    when: 'To somebody who is invited to the console.',
    subject: 'Invitation to the team: {role}',
    body: `{by} invites you to join the team. Your role: {role}.

{link}

The link works once, until {until}, and for this address only. If you do not expect an invitation, ignore this email.`,
    facts: {
      by,
      role,
      until: required('until when the link works', '8 November 2026 at 14:00 (Asia/Karachi)'),
      link: button('Accept the invitation', '/console/invitation#…'),
    },
  },
  role_given: {
    name: 'New role',
    when: 'To somebody of the team who was given a role.',
    subject: 'You have a new role: {role}',
    body: `{by} has given you a role: {role}.

{link}`,
    facts: { by, role, link: button('Open the console', '/console') },
  },
  role_taken: {
    name: 'Role ended',
    when: 'To somebody of the team whose role was ended.',
    subject: 'Your role has ended: {role}',
    body: '{by} has removed your role: {role}. Your account and your other roles stay as they are.',
    facts: { by, role },
  },
  money_role_given: {
    name: 'New owner or finance role',
    when: 'To all owners and finance staff, when somebody is given one of these roles.',
    subject: 'New {role name}: {person}',
    body: `{by} has given {person} ({address}) a role: {role}.

All owners and finance staff receive this email. If you do not know this person, ask an owner today.

{link}`,
    facts: {
      by,
      role,
      'role name': fact('the role alone', 'finance'),
      person: required('who has it', 'Bilal Memon'),
      address: required('their address', 'bilal@example.org'),
      link: button('Open the team', '/console/team'),
    },
  },
  factor_pin: {
    name: 'PIN to set up two-factor authentication',
    when: 'To staff who set up two-factor authentication for the first time.',
    subject: 'Your PIN to set up two-factor authentication',
    body: `You are about to set up two-factor authentication for the console. Enter this PIN on the page where you asked for it:

{PIN}

The PIN works for {minutes} minutes. If you did not ask for it, somebody else knows your password: set a new one.`,
    facts: { PIN: pin, minutes: fact('for how many minutes the PIN works', '10') },
  },
  factor_changed: {
    name: 'Two-factor authentication changed',
    when: 'After each change of how somebody signs in to the console.',
    subject: '{change}',
    body: `{change}. It concerns how you sign in to the console. If you did this, there is nothing to do.

If you did not, set a new password at once, which ends every session, and tell an owner:

{link}`,
    facts: {
      change: required('what was changed', 'An authenticator app was added'),
      link: button('Set a new password', '/forgotpass'),
    },
  },
  erasure_held: {
    name: 'Deletion needs approval',
    when: 'To owners, when deleting an account would blank unusually many entries of the audit log.',
    subject: 'The deletion of an account needs your approval',
    body: `Account {account} asked to be deleted. Deleting it would blank {entries} entries of the audit log.

That is more than usual for a participant, so the deletion was stopped. Nothing was blanked.

It is expected for someone who worked in the console for years. For anyone else, look at the account before you allow it.

{link}`,
    facts: {
      account: required('the number of the account', '412'),
      entries: required('how many entries', '2,104'),
      link: button('Review the deletion', '/console/audit'),
    },
  },
  audit_seal: {
    name: 'Seal of the audit log',
    when: 'To owners, every night.',
    subject: '{result}',
    body: `{what was found}

Seal {seal}, made {made} over {acts} acts:

{digest}

Keep this email. A later change of the log cannot change the number here: npm run doctor compares it with the database.

{link}`,
    facts: {
      result: fact('the seal, or that the log was changed', 'Seal 41 of the audit log'),
      'what was found': block('what the comparison found', [
        'The audit log is as it was written. Nothing that has been sealed was changed or removed since the last email.',
      ]),
      seal: required('the number of the seal', '41'),
      made: required('when it was made', '8 November 2026 at 14:00 (Asia/Karachi)'),
      acts: required('how many acts it covers', '12,408'),
      digest: required('the digest', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'),
      link: button('Open the audit log', '/console/audit'),
    },
  },
  mail_test: {
    name: 'Test email',
    when: 'To owners who try the mail server in the set-up.',
    subject: 'Test email from your portal',
    body: 'Your mail server works. You asked for this email in the set-up of the portal.',
    facts: {},
  },
})
