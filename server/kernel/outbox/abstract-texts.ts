/** The default texts of emails to authors. */
import { block, button, event, fact, required, texts } from './text-facts.ts'

const number = required('the number of the abstract', '12')
const title = required('the title of the abstract', 'Early warning scores on a mixed medical ward')
const what = fact('what the extension is for', 'submit abstracts')

const facts = {
  event,
  number: fact('the number of the abstract', '12'),
  title,
  correction: required(
    'for a correction, which email it replaces',
    'This email replaces ours of 8 November 2026, “Your abstract is not accepted (number 12)”, which no longer holds. We are sorry.',
  ),
  link: button('See the decision', '/decision'),
  'from the committee': required('the note of the chair, if there is one', 'From the programme committee: well done.'),
  'from the reviewers': block('what the reviewers wrote, where the call says so', [
    'What the reviewers wrote:',
    'Reviewer 1 (4.2 of 5): A clear question and a sound method.',
  ]),
}
const rest = `{link}

{from the committee}

{from the reviewers}`
const into = required('the number of the other abstract', '31')

export const abstractTexts = texts({
  abstract_submitted: {
    name: 'Abstract submitted',
    when: 'To authors who have submitted an abstract.',
    subject: 'Your abstract is submitted (number {number})',
    body: `We have received your abstract for {event}.

Number: {number}

Title: {title}

Received: {received}

You can change it until the last date for abstracts, or until its review begins.

{link}

If others wrote it with you, you can name them until its review begins.

{link to authors}`,
    facts: {
      event,
      number,
      title,
      received: required('when it was received', '8 November 2026 at 14:00:12 (Asia/Karachi)'),
      link: button('See my abstracts', '/abstractsubmission'),
      'link to authors': button('Name the authors', '/authors'),
    },
  },
  abstracts_close_moved: {
    name: 'Last day for abstracts moved',
    when: 'To people with a draft, when the last day for abstracts moves close.',
    subject: 'Abstracts now close on {last day}',
    body: `The last day for abstracts of {event} has been moved. You can submit until the end of {last day}.

What you have written is saved as a draft. Submit it before then.

{link}`,
    facts: {
      event,
      'last day': required('the new last day', '15 January 2027'),
      link: button('Open my abstracts', '/abstractsubmission'),
    },
  },
  extension_given: {
    name: 'Deadline extension',
    when: 'To somebody who is given a deadline extension.',
    subject: 'You can {what} until {last day}',
    body: `You have a deadline extension for {event}: you can {what} until the end of {last day}. It is for you alone, under this email address.

If you have an account, sign in as usual. If not, this link opens sign-up for you:

{link}`,
    facts: {
      event,
      what,
      'last day': required('their last day', '15 January 2027'),
      link: button('Sign up', '/signup?extension=…'),
    },
  },
  extension_ended: {
    name: 'Deadline extension ended',
    when: 'To somebody whose deadline extension staff have ended.',
    subject: 'Your deadline extension for {event} has ended',
    body: `Your deadline extension {what} has ended. The deadline of {event} applies to you again. What you have written stays as it is.

If you have a question about this, reply to this email.`,
    facts: { event, what: fact('what the extension was for', 'for abstracts') },
  },
  blind_file_asked: {
    name: 'File without names asked for',
    when: 'To an author of whose file no copy without names can be made.',
    subject: 'Please send {number} as a PDF',
    body: `The review of {event} is double-blind: reviewers must not learn who the authors are. We could not make a copy without names of the file of {number}, “{title}”.

Please reply to this email with a PDF that names no person, place or institution. Without it your abstract is reviewed by its text alone.`,
    facts: { event, number, title },
  },
  abstract_joined: {
    name: 'Another abstract merged into theirs',
    when: 'To the author of the abstract into which another is merged.',
    subject: 'Another abstract has been merged into yours (number {number})',
    body: `Number {other number}, “{other title}”, has been merged into yours, “{title}”. Its authors are added to your list.

{link}`,
    facts: {
      number: fact('the number of the abstract', '12'),
      title,
      'other number': required('the number of the other abstract', '31'),
      'other title': required('the title of the other abstract', 'Scores on a ward'),
      link: button('See the authors', '/authors'),
    },
  },
  decision_accepted: {
    name: 'Decision: accepted',
    when: 'To authors, when decisions are published.',
    subject: 'Your abstract is accepted (number {number})',
    body: `{correction}

We are glad to accept “{title}” for {event} as {type}.

Please confirm by {confirm by} that you will present it.

${rest}`,
    facts: {
      ...facts,
      type: required('how it is presented', 'a poster'),
      'confirm by': required('until when they confirm', '15 January 2027'),
      link: button('Confirm or decline', '/decision'),
    },
  },
  decision_rejected: {
    name: 'Decision: not accepted',
    when: 'To authors, when decisions are published.',
    subject: 'Your abstract is not accepted (number {number})',
    body: `{correction}

Thank you for “{title}”. We are sorry that we cannot accept it for {event}.

${rest}`,
    facts,
  },
  decision_waiting: {
    name: 'Decision: waiting list',
    when: 'To authors, when decisions are published.',
    subject: 'Your abstract is on the waiting list (number {number})',
    body: `{correction}

“{title}” is on the waiting list of {event}.

We will write to you if a place becomes free. There is nothing to do until then.

${rest}`,
    facts,
  },
  decision_revise: {
    name: 'Decision: revision asked for',
    when: 'To authors, when decisions are published.',
    subject: 'Please revise your abstract (number {number})',
    body: `{correction}

The reviewers ask you to revise “{title}” before it is decided for {event}.

Please send the revision by the end of {last day}. You change it in the same form as before.

${rest}`,
    facts: {
      ...facts,
      'last day': required('until when they revise it', '15 January 2027'),
      link: button('Revise it', '/decision'),
    },
  },
  decision_merged: {
    name: 'Decision: merged into another',
    when: 'To the author of an abstract that is merged into another.',
    subject: 'Your abstract has been merged into another (number {number})',
    body: `{correction}

“{title}” has been merged into number {other number}, “{other title}”. Its authors are named there.

If you think this is a mistake, reply to this email.

${rest}`,
    facts: { ...facts, 'other number': into, 'other title': required('its title', 'Scores on a ward') },
  },
  decision_duplicate: {
    name: 'Decision: same work as another',
    when: 'To authors, when decisions are published.',
    subject: 'Your abstract is the same work as another (number {number})',
    body: `{correction}

“{title}” is the same work as number {other number}, and continues under that number.

If you think this is a mistake, reply to this email.

${rest}`,
    facts: { ...facts, 'other number': into },
  },
  decision_reset: {
    name: 'Decision withdrawn',
    when: 'To the author of an abstract that is under review again.',
    subject: 'Your abstract is under review again (number {number})',
    body: `{correction}

Our earlier decision about “{title}” no longer holds: it is under review again. We are sorry.

We will write to you as soon as it is decided.

${rest}`,
    facts,
  },
})
