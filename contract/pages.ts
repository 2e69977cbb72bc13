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
  development?: true
  /** Asks for a captcha, which may come from outside. */
  captcha?: true
  /** What it shows comes with the page, and by no call: it is loaded, not moved to. */
  comesWhole?: true
  /** Also under `/e/` and the name of an event, about that one. All others exist once. */
  ofEvent?: true
  /** What stands under its address is drawn by it too: `/review/12`. */
  under?: readonly string[]
  /** The one outside address that a frame on this page may show. */
  frame?: string
}

export const pages = {
  '/': {
    kind: 'content',
    token: 'none',
    title: 'Home',
    ofEvent: true,
  },
  '/program': {
    kind: 'content',
    token: 'none',
    title: 'Current programmes',
  },
  '/past-programs': {
    kind: 'interactive',
    token: 'none',
    title: 'Past programmes',
    comesWhole: true,
  },
  '/events': {
    kind: 'interactive',
    token: 'none',
    title: 'Workshops',
    ofEvent: true,
  },
  '/abstract': {
    kind: 'content',
    token: 'none',
    title: 'Abstract guidelines',
    ofEvent: true,
  },
  '/faq': {
    kind: 'content',
    token: 'none',
    title: 'Frequently asked questions',
  },
  '/travel': {
    kind: 'content',
    token: 'none',
    title: 'Travel information',
    frame: 'https://www.openstreetmap.org',
    ofEvent: true,
  },
  '/contact': {
    kind: 'content',
    token: 'none',
    title: 'Contact us',
  },
  '/privacy': {
    kind: 'content',
    token: 'none',
    title: 'Privacy policy',
  },
  '/terms': {
    kind: 'content',
    token: 'none',
    title: 'Terms and conditions',
  },
  '/login': {
    kind: 'interactive',
    token: 'none',
    title: 'Login',
    captcha: true,
    ofEvent: true,
  },
  '/signup': {
    kind: 'interactive',
    token: 'none',
    title: 'Create an account',
    captcha: true,
    ofEvent: true,
  },
  '/forgotpass': {
    kind: 'interactive',
    token: 'none',
    title: 'Forgot password',
    captcha: true,
    ofEvent: true,
  },
  '/verify-email': {
    kind: 'interactive',
    token: 'none',
    title: 'Verify your email',
    ofEvent: true,
  },
  '/undo-email': {
    kind: 'interactive',
    token: 'none',
    title: 'Take back a new email',
  },
  '/profilereg': {
    kind: 'app',
    token: 'session',
    title: 'Create your profile',
    ofEvent: true,
  },
  '/profile': {
    kind: 'app',
    token: 'session',
    title: 'Profile',
    ofEvent: true,
  },
  '/abstractsubmission': {
    kind: 'app',
    token: 'session',
    title: 'Abstract submission',
    ofEvent: true,
  },
  '/decision': {
    kind: 'app',
    token: 'session',
    title: 'Decision',
    ofEvent: true,
  },
  '/authors': {
    kind: 'app',
    token: 'session',
    title: 'Authors',
    ofEvent: true,
  },
  '/review/invitation': {
    kind: 'interactive',
    token: 'none',
    title: 'Invitation to review',
    ofEvent: true,
  },
  '/regcomplete': {
    kind: 'app',
    token: 'session',
    title: 'Registration complete',
    ofEvent: true,
  },
  '/payment-processing': {
    kind: 'app',
    token: 'session',
    title: 'Processing payment',
    ofEvent: true,
  },
  '/review': {
    kind: 'app',
    token: 'session',
    title: 'Your reviews',
    under: ['/:assignment', '/:assignment/decline'],
  },
  '/styleguide': {
    kind: 'interactive',
    token: 'none',
    title: 'Style guide',
    development: true,
  },
} as const satisfies Record<string, Page>

export type PagePath = keyof typeof pages

/** The page at an address, and the name of the event that it is about where the address says one. */
export function pageAt(address: string): { path: PagePath; slug?: string } | undefined {
  const [, slug, path = slug ? '/' : address] = /^\/e\/([a-z0-9-]+)(\/.*)?$/.exec(address) ?? []
  if (!isPage(path)) return undefined
  if (!slug) return { path }
  return 'ofEvent' in pages[path] ? { path, slug } : undefined
}

const isPage = (path: string): path is PagePath => Object.hasOwn(pages, path)

/** The page that draws an address: its own, or the one that it stands under. */
export function drawnBy(path: string): PagePath | undefined {
  const above = path.replace(/(.)\/.*/, '$1')
  if (isPage(path)) return path
  return isPage(above) && 'under' in pages[above] ? above : undefined
}

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
