/** How the account screens read what people type and what the server answers. The sentences are the specification's, to the letter. */
import { accountLimits, asEmail, isEmail } from '#contract/accounts/email.ts'
import { plainAsTyped } from '#contract/plain-text.ts'
import { type Answer, busyWord } from '#web/platform/call.ts'
import type { Captcha } from './useCaptchaFrom.ts'

export const checkEmail = (email: string): string | undefined => {
  if (asEmail(email) === '') return 'Email is required.'
  return isEmail(asEmail(email)) ? undefined : 'Enter a valid email.'
}

export const checkPassword = (password: string): string | undefined =>
  password === '' ? 'Password is required.' : undefined

/** Longer ones would be refused by the server, and not only here. */
export const checkNewPassword = (password: string): string | undefined =>
  password.length > accountLimits.password ? `Use at most ${accountLimits.password} characters.` : undefined

export const checkCaptcha = ({ progress }: Captcha): string | undefined =>
  progress === 'open' ? 'Please verify the captcha.' : undefined

/** What to say when no known status came back: the server is busy, nobody answered, it was one try too many, or `otherwise`. */
export function troubleOf(answer: Answer, otherwise: string): string {
  const busy = busyWord(answer)
  if (busy) return busy
  if (answer.kind === 'failed' || (answer.kind === 'refused' && answer.status >= 500))
    return 'An error occurred. Please try again later.'
  return answer.kind === 'refused' && answer.status === 429 ? answer.sentence : otherwise
}

/** What nobody sees is left out of a name or an address as it is typed or pasted. */
export function leaveOutUnseen({ currentTarget: input }: { currentTarget: HTMLInputElement }): void {
  const { value, selectionStart: caret } = input
  const plain = plainAsTyped(value)
  if (plain === value) return
  input.value = plain
  // An address has no caret that could be asked for.
  if (caret === null) return
  const moved = plainAsTyped(value.slice(0, caret)).length
  input.setSelectionRange(moved, moved)
}
