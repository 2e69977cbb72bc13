/** How the text of an email is written down: subject, paragraphs, and the facts that are filled in. */
import type { Part } from '#server/platform/mail/letter.ts'

/** A string stands inside a sentence. Anything else is a block: a button, a PIN, the lines of a receipt. It has a paragraph of its own. */
export type FactValue = Part | readonly Part[]
type FactNote = { says: string; sample: FactValue; isRequired: boolean }
export type LetterText = {
  /** In the list of emails in the console. */
  name: string
  /** When it is sent, and to whom. */
  when: string
  subject: string
  /** A blank line between two paragraphs, facts in braces. */
  body: string
  facts: Record<string, FactNote>
}

export const fact = (says: string, sample: string) => ({ says, sample, isRequired: false })
/** No text goes without it: an amount, a code, what the reader must know. */
export const required = (says: string, sample: string) => ({ says, sample, isRequired: true })
export const block = (says: string, sample: Exclude<FactValue, string>) => ({ says, sample, isRequired: true })
export const button = (label: string, path: string) => block(`the button “${label}”`, { link: path, label })
export const pin = block('the PIN', { pin: '482913' })
export const event = fact('the name of the event', 'Annual Medical Conference 2027')

/** Keeps the names of the facts, so that a letter that misses one does not compile. */
export const texts = <const Texts extends Record<string, LetterText>>(all: Texts): Texts => all
