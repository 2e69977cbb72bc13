/** Which columns of a list somebody wants to see, by their titles. Kept on the device: a phone has less room than a desk. */
const keyOf = (list: string): string => `console:columns:${list}`

/** Nothing where nobody has chosen. */
export function wantedColumns(list: string): string[] | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(list)) ?? 'null') as unknown
    return Array.isArray(kept) ? kept.filter((title) => typeof title === 'string') : undefined
  } catch {
    // Asking for blocked storage throws, and so does what is no longer what was written.
    return undefined
  }
}

export function keepColumns(list: string, titles: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(list), JSON.stringify(titles))
  } catch {
    // They hold until the page is left.
  }
}
