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
  for (const badge of document.querySelectorAll('[data-cart-count=""]')) badge.textContent = count
}

/** How many items the cart of another event holds. */
export function paintCart(count: string | null): void {
  for (const badge of document.querySelectorAll('[data-cart-count=here]')) badge.textContent = count
}

export const paintSignedIn = (): void => paint(cartCount())

export function rememberSignedIn(count: string): void {
  if (cartCount() !== count) localStorage.setItem(signedInKey, count)
}

export function forgetSignedIn(): void {
  if (cartCount() !== null) localStorage.removeItem(signedInKey)
}

/** Where the cart stands on the page of workshops; the navigation bar leads there. */
export const cartId = 'cart'
