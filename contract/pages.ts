/** Every address of the site beside the console. The server answers 404 for any other, and the browser's routes are made from the same list. */
import type { ConsoleAssets } from './console-pages.ts'

/**
 * How a page comes to life.
 * - content: HTML only; no framework script is sent
 * - interactive: HTML that React takes over
 * - app: an empty shell that React fills, for screens behind sign-in
 */
export type PageKind = 'content' | 'interactive' | 'app'

type Page = {
  kind: PageKind
  token: 'none' | 'session'
  title: string
  description: string
  development?: true
  /** Asks for a captcha, which may come from outside. */
  captcha?: true
  /** The one outside address that a frame on this page may show. */
  frame?: string
}

export const pages = {
  '/': {
    kind: 'content',
    token: 'none',
    title: 'Home',
    description:
      'Conferences and hands-on workshops for doctors, nurses and students: dates, programmes and how to take part.',
  },
  '/program': {
    kind: 'content',
    token: 'none',
    title: 'Current programmes',
    description: 'Programmes you can join now, with coordinator, fee and last date.',
  },
  '/past-programs': {
    kind: 'interactive',
    token: 'none',
    title: 'Past programmes',
    description: 'Programmes that have ended. Search them by name, coordinator or topic.',
  },
  '/events': {
    kind: 'interactive',
    token: 'none',
    title: 'Workshops',
    description: 'The workshop schedule: topics, facilitators, venues, fees and seats.',
  },
  '/abstract': {
    kind: 'content',
    token: 'none',
    title: 'Abstract guidelines',
    description:
      'How to write and submit an abstract: 250 words, five sections, three blind reviewers, and the poster format.',
  },
  '/faq': {
    kind: 'content',
    token: 'none',
    title: 'Frequently asked questions',
    description: 'Answers about registration, fees, seats, abstracts and payment.',
  },
  '/travel': {
    kind: 'content',
    token: 'none',
    title: 'Travel information',
    description: 'Where we are, how to come and where to stay, with contacts for accommodation and travel.',
    frame: 'https://www.openstreetmap.org',
  },
  '/contact': {
    kind: 'content',
    token: 'none',
    title: 'Contact us',
    description: 'Write to or call the conference office, the abstract desk or the accounts office.',
  },
  '/privacy': {
    kind: 'content',
    token: 'none',
    title: 'Privacy policy',
    description: 'What we keep about you, why, for how long, and how to ask for it.',
  },
  '/terms': {
    kind: 'content',
    token: 'none',
    title: 'Terms and conditions',
    description: 'The terms for accounts, abstracts, workshop seats, payments and refunds.',
  },
  '/login': {
    kind: 'interactive',
    token: 'none',
    title: 'Login',
    description: 'Sign in to manage your abstracts, workshops and profile.',
    captcha: true,
  },
  '/signup': {
    kind: 'interactive',
    token: 'none',
    title: 'Create an account',
    description: 'Create an account to submit abstracts and book workshop seats.',
    captcha: true,
  },
  '/forgotpass': {
    kind: 'interactive',
    token: 'none',
    title: 'Forgot password',
    description: 'Set a new password with a PIN sent to your email.',
    captcha: true,
  },
  '/verify-email': {
    kind: 'interactive',
    token: 'none',
    title: 'Verify your email',
    description: 'Enter the PIN that we sent to your email.',
  },
  '/undo-email': {
    kind: 'interactive',
    token: 'none',
    title: 'Take back a new email',
    description: 'For whoever did not change the email address of their account.',
  },
  '/profilereg': {
    kind: 'app',
    token: 'session',
    title: 'Create your profile',
    description: 'Your details as participant.',
  },
  '/profile': {
    kind: 'app',
    token: 'session',
    title: 'Profile',
    description: 'Your details, abstracts and workshops.',
  },
  '/abstractsubmission': {
    kind: 'app',
    token: 'session',
    title: 'Abstract submission',
    description: 'Write, attach and submit your abstracts.',
  },
  '/regcomplete': {
    kind: 'app',
    token: 'session',
    title: 'Registration complete',
    description: 'One more step: verify your email.',
  },
  '/payment-processing': {
    kind: 'app',
    token: 'session',
    title: 'Processing payment',
    description: 'We are confirming your payment.',
  },
  '/styleguide': {
    kind: 'interactive',
    token: 'none',
    title: 'Style guide',
    description: 'Every component in every state.',
    development: true,
  },
} as const satisfies Record<string, Page>

export type PagePath = keyof typeof pages

/** Whatever can be drawn: the pages, those without an address of their own, and the shell of the console. */
export type PageName = PagePath | 'not-found' | 'error' | 'console'

/** The bytes that the web build made, as the server hands them to the renderer. */
export type PageAssets = {
  /** Inlined: the one for every component, or that for pages that are only read. */
  styles: { app: string; content: string }
  boot: string
  script: string
  preloads: Partial<Record<PagePath, readonly string[]>>
  /** Missing where only the pages are served. */
  console?: ConsoleAssets
}

/** The style inside a page of this kind; its policy allows this one and no other. */
export function styleFor({ styles }: PageAssets, kind: PageKind): string {
  return kind === 'content' ? styles.content : styles.app
}
