/** A pasted list of addresses, line by line: what is an address, what is none, and what stands there twice. */
import { asEmail, isEmail, sameEmail } from '#contract/accounts/email.ts'

export type InvitedLine = { text: string; email: string; said: 'good' | 'no address' | 'twice' }

/** Lines, commas and semicolons part them; `Dr Hira Channa <hira@example.org>` is an address too. */
export function linesIn(pasted: string): InvitedLine[] {
  const seen = new Set<string>()
  return pasted
    .split(/[\n,;]+/)
    .map((text) => text.trim())
    .filter(Boolean)
    .map((text) => {
      const email = asEmail(/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text)
      if (!isEmail(email)) return { text, email: '', said: 'no address' }
      const said = seen.has(sameEmail(email)) ? 'twice' : 'good'
      seen.add(sameEmail(email))
      return { text, email, said }
    })
}
