/** What search engines and shared links say of each page. Apart from the pages, because the browser has no use for it. */
import type { PagePath } from './pages.ts'

export const pageDescriptions: Record<PagePath, string> = {
  '/': 'Conferences and hands-on workshops for doctors, nurses and students: dates, programmes and how to take part.',
  '/program': 'Programmes you can join now, with coordinator, fee and last date.',
  '/past-programs': 'Programmes that have ended. Search them by name, coordinator or topic.',
  '/events': 'The workshop schedule: topics, facilitators, venues, fees and seats.',
  '/abstract':
    'How to write and submit an abstract: 250 words, five sections, three blind reviewers, and the poster format.',
  '/faq': 'Answers about registration, fees, seats, abstracts and payment.',
  '/travel': 'Where we are, how to come and where to stay, with contacts for accommodation and travel.',
  '/contact': 'Write to or call the conference office, the abstract desk or the accounts office.',
  '/privacy': 'What we keep about you, why, for how long, and how to ask for it.',
  '/terms': 'The terms for accounts, abstracts, workshop seats, payments and refunds.',
  '/login': 'Sign in to manage your abstracts, workshops and profile.',
  '/signup': 'Create an account to submit abstracts and book workshop seats.',
  '/forgotpass': 'Set a new password with a PIN sent to your email.',
  '/verify-email': 'Enter the PIN that we sent to your email.',
  '/undo-email': 'For whoever did not change the email address of their account.',
  '/profilereg': 'Your details as participant.',
  '/profile': 'Your details, abstracts and workshops.',
  '/abstractsubmission': 'Write, attach and submit your abstracts.',
  '/decision': 'What was decided about your abstract, and what the reviewers wrote.',
  '/authors': 'Who wrote an abstract, in which order, and who presents it.',
  '/review/invitation': 'For whoever was asked by letter to review abstracts.',
  '/regcomplete': 'One more step: verify your email.',
  '/payment-processing': 'We are confirming your payment.',
  '/review': 'The abstracts that you review.',
  '/styleguide': 'Every component in every state.',
}
