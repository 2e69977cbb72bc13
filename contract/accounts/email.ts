/** Account rules that the browser needs too: without zod, which would cost every visitor 20 KB. */
import { plainText } from '#contract/plain-text.ts'

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

/** An address as it is kept: nothing unseen, one form of each letter, and the domain as it is asked of the DNS. See docs/decisions/0033. */
export function asEmail(text: string): string {
  const kept = plainText(text)
    .replace(/\u200c|\u200d/g, '')
    .normalize('NFKC')
  const at = kept.lastIndexOf('@')
  return at < 0 ? kept : kept.slice(0, at + 1) + asciiDomain(kept.slice(at + 1))
}

function asciiDomain(domain: string): string {
  const dotted = domain.replaceAll('\u3002', '.')
  // What is no name of a host must not be read as one, such as 0x7f.1 or a path.
  if (/^[!-~]*$/.test(dotted) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(dotted)) return dotted
  try {
    return new URL(`http://${dotted}`).hostname
  } catch {
    return dotted
  }
}

/** The form under which an address is compared: A@X.pk and a@x.PK are one account. */
export function sameEmail(text: string): string {
  return asEmail(text).toLowerCase()
}
