/** Every address of the console. The server gives the same shell for all under /console; the browser knows which of them are screens. */
import type { Permission } from './accounts/permissions.ts'

type ConsolePage = {
  title: string
  /** Missing: whoever is not signed in sees it too. `self`: everybody who is. */
  may?: Permission | 'self'
  /** Without rail and bar: nothing in them would answer yet. */
  alone?: true
  /** Whom it is for, in words, for somebody who may not. */
  roles?: string
}

export const consolePages = {
  '/console/signin': { title: 'Sign in', alone: true },
  '/console/welcome': { title: 'Welcome', alone: true },
  '/console/password': { title: 'Set a new password', may: 'self', alone: true },
  '/console/finance/exceptions': {
    title: 'Payments that need a person',
    may: 'finance.read',
    roles: 'owners and finance',
  },
  '/console/finance/exceptions/:id': {
    title: 'A payment that needs a person',
    may: 'finance.read',
    roles: 'owners and finance',
  },
} as const satisfies Record<`/console/${string}`, ConsolePage>

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
