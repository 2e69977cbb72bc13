/** The five texts of a version as reviewers read them: as written, or by hand, with what was found taken out. */
import { type BlindSection, blindSections } from '#contract/selection/findings.ts'
import type { ShownRedaction } from '#contract/selection/redactions.ts'
import { hide, linesOf, readableOf } from './hiding-rules.ts'
import { findIn, type Found, mostFound, type Search } from './redaction-rules.ts'

export type Finding = Found & { where: BlindSection | 'file' | 'fileName'; around: string; isHidden: boolean }
export type Texts = Record<BlindSection, string>
/** HTML of what somebody wrote in place of a section. */
export type HandWritten = Partial<Texts>

/** What names an author is hidden unless somebody leaves it; what only looks like it is left. */
export function findInTexts(written: Texts, byHand: HandWritten, search: Search): Finding[] {
  return blindSections.flatMap((section) => findInText(section, byHand[section] ?? written[section], search))
}

export function findInText(section: BlindSection, html: string, search: Search): Finding[] {
  const found = findIn(readableOf(html).text, search)
  return found.map((each) => ({ ...each, where: section, around: '', isHidden: each.isSure }))
}

/** Of what was found beyond `mostFound` nothing is known: the abstract is not released before the section is written by hand, and a file is not sent. */
export function isWithheld(where: BlindSection | 'file', findings: readonly Finding[]): boolean {
  const here = findings.filter((each) => each.where === where && (where !== 'file' || isSure(each)))
  return here.length > mostFound
}

/** What was found before there were marks was a name. */
export const isSure = ({ isSure }: Pick<Finding, 'isSure'>): boolean => isSure !== false

/** Missing a choice: only what was read to its end, and in which nobody is named. */
export const isSafeFile = (why: string, findings: readonly Finding[]): boolean =>
  why === '' && !findings.some((each) => each.where === 'file' && isSure(each))

/** As `redaction` keeps them: null is as it was written. */
export function blindTexts(
  written: Texts,
  byHand: HandWritten,
  findings: readonly Finding[],
): Record<BlindSection, string | null> {
  const textOf = (section: BlindSection): string | null => {
    const hidden = findings.filter(({ where, isHidden }) => where === section && isHidden)
    const hand = byHand[section]
    if (isWithheld(section, findings)) return ''
    return hidden.length > 0 ? hide(hand ?? written[section], hidden) : (hand ?? null)
  }
  return Object.fromEntries(blindSections.map((section) => [section, textOf(section)])) as Record<
    BlindSection,
    string | null
  >
}

/** Side by side, for whoever redacts. */
export function sectionsOf(
  written: Texts,
  byHand: HandWritten,
  findings: readonly Finding[],
): ShownRedaction['sections'] {
  const numbered = findings.map((each, finding) => ({ ...each, finding }))
  return blindSections.map((section) => {
    const here = numbered.filter(({ where }) => where === section)
    const hand = byHand[section]
    return {
      section,
      original: linesOf(written[section], hand === undefined ? here : []),
      byHand: hand === undefined ? null : linesOf(hand, here),
      isWithheld: isWithheld(section, findings),
    }
  })
}
