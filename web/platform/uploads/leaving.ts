/** Tells when the page is hidden: a phone may end it from then on without a word. Gives what ends the telling. */
export function whenLeft(tell: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'hidden') tell()
  }
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}
