/** What is said about a new password, and the rule of a college that wants one. Without zod: the browser has it too. */

export const passwordRules = ['none', 'standard'] as const
export type PasswordRule = (typeof passwordRules)[number]

const leastCharacters = 10
const leastDifferent = 5

/** Whose password it is to be, as far as it is known. */
export type Owner = { name?: string | undefined; email?: string | undefined }
type Known = { owner?: Owner; isCommon?: boolean; rule?: PasswordRule }

/** Advice, never in the way. */
export function passwordAdvice(password: string, { owner = {}, isCommon = false, rule = 'none' }: Known = {}): string {
  if (password === '')
    return `${rule === 'standard' ? `At least ${leastCharacters} characters. ` : ''}A few words are easier to remember.`
  if (isCommon) return 'Many people use this one, so it is tried first. A few words together are stronger.'
  if (isOfOwner(password, owner)) return 'Contains your name or email, which are tried first. Other words are stronger.'
  if (isShort(password) || new Set(password).size < leastDifferent)
    return 'Easy to guess. A few words together are stronger.'
  return lengthOf(password) < 14 ? 'Fair. One more word would make it strong.' : 'Strong.'
}

/** Why the rule refuses it. */
export function brokenRule(rule: PasswordRule, password: string, isCommon: boolean): string | undefined {
  if (rule === 'none') return undefined
  if (isShort(password)) return `Use at least ${leastCharacters} characters.`
  return isCommon ? 'Choose another one: many people use this password.' : undefined
}

const leastOfStaff = 12

/** Why staff may not have it, whatever the rule for participants. */
export function brokenStaffRule(password: string, isCommon: boolean): string | undefined {
  if (lengthOf(password) < leastOfStaff) return `Use at least ${leastOfStaff} characters.`
  return isCommon ? 'Choose another one: many people use this password.' : undefined
}

const lengthOf = (password: string): number => Array.from(password).length
const isShort = (password: string): boolean => lengthOf(password) < leastCharacters

/** Any word of the name, or of what stands before the @, that is long enough to be one. */
function isOfOwner(password: string, { name = '', email = '' }: Owner): boolean {
  const typed = password.toLowerCase()
  const words = `${name} ${email.split('@')[0]}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return words.some((word) => word.length > 3 && typed.includes(word))
}

const trimmings = '0123456789!?.@#$%&*_-'

/** How a common password may be dressed up: capitals, and a year or a sign at the end. */
export function plainForms(password: string): string[] {
  const plain = password.toLowerCase()
  let end = plain.length
  while (trimmings.includes(plain[end - 1] ?? ' ')) end -= 1
  const stem = plain.slice(0, end)
  return stem.length >= 4 && stem !== plain ? [plain, stem] : [plain]
}

const partLength = 3

/** 64 bits of a text, as 16 digits. It hides nothing from somebody who guesses; only its first three digits are ever sent. */
function fingerprint(text: string): string {
  let [low, high] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 2654435761)
    high = Math.imul(high ^ code, 1597334677)
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}

/** What is sent, and what is compared with the answer. */
export function partsOf(text: string): { part: string; rest: string } {
  const digits = fingerprint(text)
  return { part: digits.slice(0, partLength), rest: digits.slice(partLength) }
}
