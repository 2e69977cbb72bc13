/** The words of an email: the default text of its kind, or the office's own, with the facts filled in. */
import { letter, type Part, type Written } from '#server/platform/mail/letter.ts'
import { abstractTexts } from './abstract-texts.ts'
import { accountTexts } from './account-texts.ts'
import type { LetterKind } from './kinds.ts'
import { moneyTexts } from './money-texts.ts'
import { orderTexts } from './order-texts.ts'
import { reviewerTexts } from './reviewer-texts.ts'
import { teamTexts } from './team-texts.ts'
import type { FactValue, LetterText } from './text-facts.ts'

export const letterTexts = {
  ...accountTexts,
  ...orderTexts,
  ...moneyTexts,
  ...abstractTexts,
  ...reviewerTexts,
  ...teamTexts,
} satisfies Record<Exclude<LetterKind, 'mailing_test'>, LetterText>
/** The words of a test of an email to many are those of the mailing. */
export type WordedKind = keyof typeof letterTexts
export const wordedKinds = Object.keys(letterTexts) as WordedKind[]
export const isWorded = (kind: string): kind is WordedKind => Object.hasOwn(letterTexts, kind)
export const textOf = (kind: WordedKind): LetterText => letterTexts[kind]

type FactsOf<Kind extends WordedKind> = { [Name in keyof (typeof letterTexts)[Kind]['facts']]: FactValue }
type Filled = Record<string, FactValue>
export type Words = Pick<LetterText, 'subject' | 'body'>
type More = {
  calendar?: string
  /** Where a link of ours opens nothing by itself. */
  isSecret?: false
  /** For an email that replaces another: its subject begins with “Correction”. */
  isCorrection?: boolean
}
/** Kept with the words, so that the office's own can take their place when the email is posted. */
export type Wording = { kind: WordedKind; facts: Filled } & More
export type Worded = Written & { wording: Wording }

export function written<Kind extends WordedKind>(kind: Kind, facts: FactsOf<Kind>, more: More = {}): Worded {
  const wording = { kind, facts, ...more }
  return { ...withWords(textOf(kind), wording), wording }
}

export function withWords({ subject, body }: Words, { facts, isCorrection, isSecret, calendar }: Wording): Written {
  const first = inline(subject, facts)
  const words = letter({
    subject: isCorrection ? `Correction: ${first.slice(0, 1).toLowerCase()}${first.slice(1)}` : first,
    paragraphs: partsIn(body, facts),
    ...(calendar && { calendar }),
  })
  return { ...words, isSecret: isSecret ?? words.isSecret }
}

export const partsIn = (body: string, facts: Filled): Part[] =>
  paragraphsIn(body).flatMap((paragraph) => partsOf(paragraph, facts))

/** A blank line ends a paragraph. */
const paragraphsIn = (body: string): string[] =>
  body
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

/** One with nothing left in it, such as a reason that nobody gave, is left out. */
function partsOf(paragraph: string, facts: Filled): Part[] {
  const [, alone] = /^\{([^{}]*)\}$/.exec(paragraph) ?? []
  const value = alone === undefined ? undefined : facts[alone.trim()]
  if (value !== undefined && typeof value !== 'string') return Array.isArray(value) ? [...value] : [value as Part]
  const text = inline(paragraph, facts).trim()
  return text === '' ? [] : [text]
}

/** What is filled in is never read for braces. The space before a fact that is empty goes with it. */
const inline = (text: string, facts: Filled): string =>
  text.replaceAll(/( ?)\{([^{}]*)\}/g, (whole, space: string, name: string) => {
    const value = facts[name.trim()]
    if (typeof value !== 'string') return whole
    return value === '' ? '' : `${space}${value}`
  })
