/** Browsers that we have met: so that a stranger who guesses uses up tries of their own and not those of the owner. See docs/decisions/0027. */
import { randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { Row } from '#server/database/tables.ts'
import type { World } from '#server/kernel/world.ts'
import { hashPin, isSame } from '#server/platform/security/tokens.ts'

/** The console has a cookie of its own: each is sent only to the calls of its side. The account card has the third: what the console learned about the second factor, told to the site. */
export type SignInSide = 'site' | 'console'
export type Side = SignInSide | 'card'
/** A name that we made up, and a mark for each account that signed in here. Neither says whose they are. */
export type Browser = { id: string; marks: string[]; side: Side }
type Account = Pick<Row<'account'>, 'id' | 'passwordChangedAt'>

const cookies = {
  site: { name: 'colloquium_browser', path: '/api', signedAs: 'browser' },
  console: { name: 'colloquium_console_browser', path: '/staff', signedAs: 'console browser' },
  card: { name: 'colloquium_card_browser', path: '/api', signedAs: 'card browser' },
} as const
/** Five accounts with a second factor each. */
const mostMarks = 10
const signInWords = 'browser of account'
const factorWords = 'browser that showed the second factor of account'
const longest = 400
const days = 180

/** What the cookie says, if it is one of ours; what was made up or changed is no cookie at all. */
export function browserIn(world: World, sent: string, side: Side = 'site'): Browser | undefined {
  const value = parseCookie(sent)[cookies[side].name]
  if (!value || value.length > longest) return undefined
  const parts = value.split('.')
  const signature = parts.pop() ?? ''
  const [id = '', ...marks] = parts
  if (!isSame(Buffer.from(signature, 'base64url'), signed(world, side, parts))) return undefined
  return { id, marks, side }
}

export const newBrowser = (side: Side = 'site'): Browser => ({
  id: randomBytes(16).toString('base64url'),
  marks: [],
  side,
})

/** Whether this browser signed in to the account with the password of today. */
export function hasSignedIn(world: World, browser: Browser, account: Account): boolean {
  return browser.marks.includes(markOf(world, browser, account))
}

/** Whether this browser has shown the second factor of the account: a password alone gives no such mark. */
export function hasShownFactor(world: World, browser: Browser, account: Account): boolean {
  return browser.marks.includes(markOf(world, browser, { ...account, of: factorWords }))
}

/** The cookie of a browser that has signed in to this account. The marks of the last few accounts stay. */
export function cookieAfterSignIn(world: World, browser: Browser, account: Account): string {
  return cookieWith(world, browser, markOf(world, browser, account))
}

/** For the console and for the account card, of which each gets only its own. */
export function cookiesAfterFactor(world: World, browser: Browser, account: Account): string[] {
  const mark = markOf(world, browser, { ...account, of: factorWords })
  return [cookieWith(world, browser, mark), cookieWith(world, { ...browser, side: 'card' }, mark)]
}

function cookieWith(world: World, { id, marks, side }: Browser, mark: string): string {
  const others = marks.filter((known) => known !== mark)
  return cookieOf(world, { id, side, marks: [mark, ...others].slice(0, mostMarks) })
}

/** Sent only to the calls, never with a page; no script can read it. */
export function cookieOf(world: World, { id, marks, side }: Browser): string {
  const parts = [id, ...marks]
  const { name, path } = cookies[side]
  return stringifySetCookie({
    name,
    value: [...parts, signed(world, side, parts).toString('base64url')].join('.'),
    httpOnly: true,
    sameSite: 'strict',
    path,
    maxAge: days * 24 * 60 * 60,
    secure: world.publicUrl.startsWith('https:'),
  })
}

/** Under which a PIN is kept for the browser that asked for it. */
export function hashOfBrowser(world: World, { id }: Browser): Buffer {
  return hashPin(world.pinKey, ['browser that asked', id])
}

type Marked = Account & { of?: string }

/** A new password makes all browsers unknown again: whoever had the old one may have collected marks. */
function markOf(world: World, { id: browserId }: Browser, { id, passwordChangedAt, of = signInWords }: Marked): string {
  const words = [of, browserId, String(id), String(passwordChangedAt.getTime())]
  return hashPin(world.pinKey, words).subarray(0, 12).toString('base64url')
}

function signed(world: World, side: Side, parts: string[]): Buffer {
  return hashPin(world.pinKey, [cookies[side].signedAs, ...parts])
}
