/** What a browser must know of a call before it can send it, and a server before it may answer it. */
import type { Permission } from './accounts/permissions.ts'

type Common = {
  name: string
  method: 'GET' | 'POST'
  path: `/${string}`
  /** A change is logged each time; a read only when it fails or is slow. */
  kind: 'read' | 'change'
  /** Fields that are secrets: taken from a body only, refused in an address, written to no log. */
  secrets?: readonly string[]
}

/**
 * Which proof of who asks a call needs.
 * - none: anybody may ask
 * - staff: the cookie of the console, and the permission under `may`; `self` is about the person's own sign-in
 */
export type Head = Common & ({ token: 'none' } | { token: 'staff'; may: Permission | 'self' })

/** Each under its own name, so that one that is listed under another's does not compile. */
export const heads = <const Heads extends { [Name in keyof Heads]: Head & { name: Name } }>(all: Heads): Heads => all
