/** What comes of cleaning a file, of whatever kind. */

/** Why there is no copy. `odd pictures` are of a kind that we can not draw anew. */
export type Cannot = 'encrypted' | 'broken' | 'too many pages' | 'too large' | 'odd pictures'

export type Made = {
  bytes: Uint8Array
  /** All words that are left in it, to be searched for names. */
  text: string
  /** Whether all that it shows is words that we read. A picture, a drawing or a font without letters may show a name that no search finds. */
  isRead: boolean
  /** How many pages of it can be drawn. */
  pages: number
}
