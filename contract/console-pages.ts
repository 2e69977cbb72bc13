/** Every address of the console. The server gives the same shell for all under /console; the browser knows which of them are screens. */
import type { Permission } from './accounts/permissions.ts'

type ConsolePage = {
  title: string
  /** Missing: whoever is not signed in sees it too. `self`: everybody who is. */
  may?: Permission | 'self'
  /** Without rail and bar: nothing in them would answer yet. */
  alone?: true
  /** Shows what belongs to any event, or to none: all of them where the address names none. */
  ofAnyEvent?: true
  /** About one thing of one event: the list to show when another event is chosen. */
  list?: `/console/${string}`
  /** Whom it is for, in words, for somebody who may not. */
  roles?: string
}

/** Whom a screen is for, in words. */
const onEvent = 'everybody who works on an event'
const ofFinance = 'owners and finance'
const organisers = 'owners and organisers'
const ofProgramme = 'owners, organisers and programme chairs'
const ofOrders = 'owners, organisers, finance and the desk'
const atDesk = 'owners, organisers, finance and the registration desk'
const wholeTeam = 'everybody of the team'

export const consolePages = {
  '/console/signin': { title: 'Sign in', alone: true },
  '/console/welcome': { title: 'Welcome', alone: true },
  '/console/invitation': { title: 'Invitation', alone: true },
  '/console/password': { title: 'Set a new password', may: 'self', alone: true },
  '/console/second-factor': { title: 'Confirm that it is you', may: 'self', alone: true },
  '/console/you': { title: 'Your sign-in', may: 'self', ofAnyEvent: true },
  '/console': { title: 'Overview', may: 'event.read', roles: onEvent },
  '/console/finance/exceptions': {
    title: 'Payments that need a person',
    may: 'finance.read',
    roles: ofFinance,
    ofAnyEvent: true,
  },
  '/console/finance/exceptions/:id': {
    title: 'A payment that needs a person',
    may: 'finance.read',
    roles: ofFinance,
    ofAnyEvent: true,
    list: '/console/finance/exceptions',
  },
  '/console/finance': { title: 'Finance', may: 'finance.read', roles: ofFinance },
  '/console/finance/refunds': { title: 'Refunds', may: 'finance.read', roles: ofFinance },
  '/console/finance/ledger': { title: 'Ledger', may: 'finance.read', roles: ofFinance },
  '/console/finance/closings': { title: 'Closings', may: 'finance.read', roles: ofFinance },
  '/console/finance/closings/:id': {
    title: 'A closing',
    may: 'finance.read',
    roles: ofFinance,
    ofAnyEvent: true,
    list: '/console/finance/closings',
  },
  '/console/setup': { title: 'Set-up', may: 'portal.setup', roles: 'owners', ofAnyEvent: true },
  '/console/pages': { title: 'Pages', may: 'content.edit', roles: organisers, ofAnyEvent: true },
  '/console/pages/:page': { title: 'A page', may: 'content.edit', roles: organisers, ofAnyEvent: true },
  '/console/workshops': {
    title: 'Workshops',
    may: 'event.read',
    roles: onEvent,
  },
  '/console/workshops/:id': {
    title: 'A workshop',
    may: 'event.read',
    roles: onEvent,
    list: '/console/workshops',
  },
  '/console/workshops/:id/sheet': {
    title: 'Sign-in sheet',
    may: 'people.read',
    roles: onEvent,
    list: '/console/workshops',
  },
  '/console/people': { title: 'People', may: 'people.read', roles: onEvent },
  '/console/people/duplicates': { title: 'Two accounts of one person', may: 'people.identity', roles: 'owners' },
  '/console/people/merge': {
    title: 'Merge two accounts',
    may: 'people.identity',
    roles: 'owners',
    list: '/console/people',
  },
  '/console/people/:id': { title: 'A person', may: 'people.read', roles: onEvent, list: '/console/people' },
  '/console/orders': { title: 'Orders', may: 'orders.read', roles: ofOrders },
  '/console/orders/:code': {
    title: 'An order',
    may: 'orders.read',
    roles: ofOrders,
    ofAnyEvent: true,
    list: '/console/orders',
  },
  '/console/orders/:code/receipt': {
    title: 'Receipt',
    may: 'orders.read',
    roles: ofOrders,
    ofAnyEvent: true,
    list: '/console/orders',
  },
  '/console/finance/receipts': { title: 'Receipts', may: 'finance.read', roles: ofFinance },
  '/console/finance/receipts/sheet': {
    title: 'Register of receipts',
    may: 'finance.read',
    roles: ofFinance,
  },
  '/console/redaction': {
    title: 'Redaction',
    may: 'review.redact',
    roles: ofProgramme,
  },
  '/console/event': {
    title: 'Event and dates',
    may: 'event.read',
    roles: onEvent,
  },
  '/console/events': {
    title: 'All events',
    may: 'event.read',
    roles: onEvent,
    ofAnyEvent: true,
  },
  '/console/programmes': {
    title: 'Programmes',
    may: 'content.edit',
    roles: organisers,
    ofAnyEvent: true,
  },
  '/console/finance/offline': {
    title: 'Drafts and cash',
    may: 'offline.record',
    roles: atDesk,
  },
  '/console/finance/offline/:id': {
    title: 'A voucher',
    may: 'offline.record',
    roles: atDesk,
    ofAnyEvent: true,
    list: '/console/finance/offline',
  },
  '/console/mail': { title: 'Write a letter', may: 'mail.write', roles: ofProgramme },
  '/console/mail/planned': {
    title: 'Letters to many',
    may: 'mail.write',
    roles: ofProgramme,
  },
  '/console/mail/outbox': { title: 'Outbox', may: 'mail.outbox', roles: organisers },
  '/console/mail/saved': {
    title: 'Saved letters',
    may: 'mail.write',
    roles: ofProgramme,
  },
  '/console/mail/texts': { title: 'Email texts', may: 'mail.texts', roles: organisers },
  '/console/mail/texts/:kind': {
    title: 'An email text',
    may: 'mail.texts',
    roles: organisers,
    list: '/console/mail/texts',
  },
  '/console/abstracts': { title: 'Abstracts', may: 'review.read', roles: ofProgramme },
  '/console/abstracts/:number': {
    title: 'An abstract',
    may: 'review.read',
    roles: ofProgramme,
    list: '/console/abstracts',
  },
  '/console/reviews': { title: 'Reviews', may: 'review.read', roles: ofProgramme },
  '/console/reviews/settings': {
    title: 'How it is reviewed',
    may: 'review.read',
    roles: ofProgramme,
  },
  '/console/reviewers': { title: 'Reviewers', may: 'review.read', roles: ofProgramme },
  '/console/assignment': {
    title: 'Assignment',
    may: 'review.manage',
    roles: ofProgramme,
  },
  '/console/decisions': { title: 'Decisions', may: 'review.read', roles: ofProgramme },
  '/console/team': { title: 'Team', may: 'team.read', roles: ofProgramme, ofAnyEvent: true },
  '/console/audit': { title: 'Audit trail', may: 'audit.read', roles: wholeTeam, ofAnyEvent: true },
  '/console/audit/:id': {
    title: 'An act',
    may: 'audit.read',
    roles: wholeTeam,
    ofAnyEvent: true,
    list: '/console/audit',
  },
  '/console/health': {
    title: 'Health',
    may: 'health.read',
    roles: 'owners and organisers of the college',
    ofAnyEvent: true,
  },
} as const satisfies Record<'/console' | `/console/${string}`, ConsolePage>

export type ConsolePath = keyof typeof consolePages

/** The files that the console is made of, as its build named them. */
export type ConsoleAssets = {
  script: string
  style: string
  /** Inlined, before the first paint. */
  boot: string
  /** The one rule that the library of menus writes into the page; the policy allows it by its hash. */
  injectedStyle: string
  /** What stands round every screen of somebody who is signed in. */
  frame: readonly string[]
  /** What each screen needs beside the script. */
  screens: Record<ConsolePath, readonly string[]>
}
