/** A note of this tab alone: it outlives a reload, and another tab knows nothing of it. */
export const tabNote = (key: string) => ({
  read: (): string | undefined => tabStorage()?.getItem(key) ?? undefined,
  write: (text: string): void => tabStorage()?.setItem(key, text),
  forget: (): void => tabStorage()?.removeItem(key),
})

/** Asking for blocked storage throws. */
function tabStorage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
