/**
 * A flag, not a secret: whether someone is signed in here, and how many items the cart holds (its value, "0" upwards).
 * The boot script reads it before the first paint, so that nobody signed in ever sees the word Login.
 */
export const signedInKey = 'colloquium:signed-in'

export function cartCount(): string | null {
  try {
    return localStorage.getItem(signedInKey)
  } catch {
    // A browser that keeps nothing (storage blocked) shows the page as to a visitor.
    return null
  }
}

/** Shows the page for a visitor (no count) or for someone signed in. */
export function paint(count: string | null): void {
  document.documentElement.toggleAttribute('data-auth', count !== null)
  for (const place of document.querySelectorAll('[data-cart-count]')) place.textContent = count
}

export const paintSignedIn = (): void => paint(cartCount())

export function rememberSignedIn(count: string): void {
  if (cartCount() !== count) localStorage.setItem(signedInKey, count)
}

export function forgetSignedIn(): void {
  if (cartCount() !== null) localStorage.removeItem(signedInKey)
}

/** Said once in each session: the boot script knows nothing of it. */
const ledKey = 'colloquium:led-to-form'

/** Whether this person was led to the profile form since they signed in, even if they have been at the bank meanwhile. */
export const wasLedToForm = (applicantId: string): boolean => tabStorage()?.getItem(ledKey) === applicantId
export const rememberLedToForm = (applicantId: string): void => tabStorage()?.setItem(ledKey, applicantId)
export const forgetLedToForm = (): void => tabStorage()?.removeItem(ledKey)

/** Which abstract this tab is writing, 0 for a new one, and the name of what is kept of it. Another tab begins at its list. */
type Writing = { pk: number; draft: string }
const writingKey = 'colloquium:writing'

export function writingBefore(applicantId: string): Writing | undefined {
  const [whose, pk, draft] = tabStorage()?.getItem(writingKey)?.split(' ') ?? []
  return whose === applicantId && draft ? { pk: Number(pk), draft } : undefined
}
export const rememberWriting = (applicantId: string, { pk, draft }: Writing): void =>
  tabStorage()?.setItem(writingKey, `${applicantId} ${pk} ${draft}`)
/** The same tab goes on with it under another id of the same person. */
export function moveWriting(from: string, to: string): void {
  const writing = writingBefore(from)
  if (writing) rememberWriting(to, writing)
}
export const forgetWriting = (): void => tabStorage()?.removeItem(writingKey)

/** Asking for blocked storage throws. */
function tabStorage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
