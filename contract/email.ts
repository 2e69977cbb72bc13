/** Account rules that the browser needs too: without zod, which would cost every visitor 20 KB. */

/** How long and how often, wherever a person or a server needs to know. */
export const accountLimits = {
  email: 100,
  fullName: 100,
  password: 256,
  deviceId: 64,
  pinDigits: 6,
  pinMinutes: 10,
  pinTries: 5,
  /** Seconds before a new PIN may be asked for. */
  pinPause: 60,
} as const

/**
 * One address with a name and a domain that has a dot; no list, no quotes, no angle brackets.
 * Linear in the length of the text, so that no address can keep the server busy.
 */
export function isEmail(text: string): boolean {
  if (text.length > accountLimits.email) return false
  const [name, domain, ...more] = text.split('@')
  if (!name || !domain || more.length > 0) return false
  if (/[\s"(),:;<>[\]\\\p{Cc}]/u.test(text)) return false
  if (name.startsWith('.') || name.endsWith('.') || name.includes('..')) return false
  const labels = domain.split('.')
  return labels.length > 1 && labels.every((label) => /^[\p{L}\p{N}-]{1,63}$/u.test(label) && !/^-|-$/.test(label))
}

/** The form under which an address is compared: A@X.pk and a@x.PK are one account. */
export function sameEmail(text: string): string {
  return text.trim().normalize('NFC').toLowerCase()
}
