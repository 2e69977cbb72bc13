/** Not among the icons that the participants' pages carry. */
export function KeyIcon() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 15.5a4 4 0 1 0 8 0a4 4 0 1 0 -8 0zM11 12.5l8.5-8.5M16 7.5l3 3M13.5 10l2 2" />
    </svg>
  )
}
