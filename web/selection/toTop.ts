/** A new screen begins at its top, for eyes and for screen readers. */
export function toTop(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
  scrollTo(0, 0)
}
