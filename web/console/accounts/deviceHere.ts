/** A name that somebody would know this device by again; they may type another. */
export function deviceHere(agent = navigator.userAgent): string {
  if (/iPhone/.test(agent)) return 'iPhone'
  if (/iPad/.test(agent)) return 'iPad'
  if (/Android/.test(agent)) return 'Android phone'
  if (/Windows/.test(agent)) return 'Windows computer'
  if (/Mac OS X/.test(agent)) return 'Mac'
  return 'This computer'
}
