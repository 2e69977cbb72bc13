/** Addresses in a text, whoever's: emails, also those written for people, links and the names that people have on other sites. */
import type { Search } from './name-form-rules.ts'
import { wordEnd } from './reading-rules.ts'

export type Address = { kind: 'email' | 'link'; from: number; to: number; isSure: boolean }

const inAddress = /[\p{L}\p{N}._%+-]/u
const longestPart = 80

/** From each `@` to both sides: a pattern would begin anew at every letter. */
export function addressesIn(text: string, search: Pick<Search, 'parts'>): Address[] {
  return [...emailsIn(text), ...spokenIn(text), ...linksIn(text, search)]
}

function emailsIn(text: string): Address[] {
  const found: Address[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const from = startOf(text, at)
    let to = endOf(text, at + 1)
    while (text[to - 1] === '.') to -= 1
    if (from < at && text.slice(at, to).includes('.')) found.push({ kind: 'email', from, to, isSure: true })
    // A name on another site.
    else if (from === at && to > at + 2) found.push({ kind: 'link', from, to, isSure: true })
  }
  return found
}

function startOf(text: string, before: number): number {
  let from = before
  while (from > 0 && before - from < longestPart && inAddress.test(text[from - 1] as string)) from -= 1
  return from
}

function endOf(text: string, after: number): number {
  let to = after
  while (to < text.length && to - after < longestPart && inAddress.test(text[to] as string)) to += 1
  return to
}

const spoken = /[([{<]\s?at\s?[)\]}>]|\bat\b(?= ?[a-z0-9-]{1,40}(?: ?\.| dot) ?(?:com|org|net|edu|gov|pk)\b)/gi

/** `rubina (at) example.org`, `rubina at example dot org` */
function spokenIn(text: string): Address[] {
  return [...text.matchAll(spoken)].flatMap(({ index, 0: sign }) => {
    let end = index
    while (end > 0 && index - end < 2 && text[end - 1] === ' ') end -= 1
    const from = startOf(text, end)
    let after = index + sign.length
    while (text[after] === ' ') after += 1
    let to = endOf(text, after)
    // The words of `aku dot edu dot pk`.
    for (let more = /^ ?dot ?/i.exec(text.slice(to, to + 6)); more; more = /^ ?dot ?/i.exec(text.slice(to, to + 6)))
      to = endOf(text, to + more[0].length)
    while (text[to - 1] === '.') to -= 1
    return from < end && to > after ? [{ kind: 'email', from, to, isSure: true } as const] : []
  })
}

const linkStart = /https?:\/\/|www\.|\b(?:[a-z0-9-]{2,40}\.){1,4}(?:com|org|net|edu|gov|info|pk|me|io|ac)\b/gi
const inLink = /[^\s<>"'()[\]{}،؛,;]/u
const longestLink = 300
const isNoLetter = /[^\p{L}]/gu

/** A link leads to somebody; one with a part of an author's name in it is named. */
function linksIn(text: string, { parts }: Pick<Search, 'parts'>): Address[] {
  const found: Address[] = []
  for (const { index, 0: start } of text.matchAll(linkStart)) {
    if (index < (found.at(-1)?.to ?? 0) || text[index - 1] === '@') continue
    let to = index + start.length
    while (to < text.length && to - index < longestLink && inLink.test(text[to] as string) && text[to] !== wordEnd)
      to += 1
    while (/[.:!?]/.test(text[to - 1] as string)) to -= 1
    const letters = text.slice(index, to).toLowerCase().replaceAll(isNoLetter, '')
    const names = parts.some((part) => letters.includes(part))
    found.push({ kind: 'link', from: index, to, isSure: names })
  }
  return found
}
