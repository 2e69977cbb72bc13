/** What comes of cleaning a file, of whatever kind. */

/** Why there is no copy. `odd pictures` are of a kind that we can not draw anew. */
export type Cannot = 'encrypted' | 'broken' | 'too many pages' | 'too large' | 'odd pictures'

export type Made = {
  bytes: Uint8Array
  /** All words that are left in it, to be searched for names. */
  text: string
  /** Whether every page has words. A picture of a page has none that we could read. */
  isRead: boolean
}
