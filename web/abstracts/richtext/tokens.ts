/**
 * HTML as a line of tokens, cut where a browser would cut a tag. Each letter is looked at once: a pattern that looks for the end of a
 * tag from each bracket anew can be kept busy for minutes by what somebody pastes.
 */
export type Tag = { kind: 'open' | 'close'; name: string; attributes: ReadonlyMap<string, string> }
/** As it stands there, with its `&amp;`. */
type Words = { kind: 'text' | 'comment'; text: string }
export type Token = Tag | Words

/** Nobody is meant to read what stands inside these: they are left out with all that they hold. */
const unread: readonly string[] = ['script', 'style', 'title', 'xml']

const spaces = ' \t\n\r\f'

export function isTag(token: Token, name?: string): token is Tag {
  return (token.kind === 'open' || token.kind === 'close') && (name === undefined || token.name === name)
}

export function* tokensOf(html: string): Generator<Token> {
  const endless = new Set<string>()
  for (let at = 0; at < html.length;) {
    const { token, end } = markupAt(html, at) ?? textAt(html, at)
    at = end
    if (!isTag(token) || !unread.includes(token.name)) yield token
    else if (token.kind === 'open' && !endless.has(token.name)) {
      const close = indexOf(new RegExp(`</${token.name}[\\s/>]`, 'gi'), html, at)
      // One that nobody ends holds nothing, such as Word's empty `<xml/>`.
      if (close === html.length) endless.add(token.name)
      else at = close
    }
  }
}

type Cut = { token: Token; end: number }

function markupAt(html: string, at: number): Cut | undefined {
  if (html[at] !== '<') return undefined
  if (html.startsWith('<!--', at)) return commentAt(html, at + 2, /--!?>/g)
  const next = html[at + 1] ?? ''
  if (next === '!' || next === '?') return commentAt(html, at + 2, />/g)
  const isClose = next === '/'
  return isLetter(html[at + (isClose ? 2 : 1)]) ? tagAt(html, at, isClose ? 'close' : 'open') : undefined
}

const isLetter = (letter = ''): boolean => /^[a-z]$/i.test(letter)

/** One that nobody ends goes to the end of the text. */
function commentAt(html: string, at: number, ending: RegExp): Cut {
  const end = indexOf(ending, html, at)
  // The same two lines may begin and end it: `<!-->`.
  return {
    token: { kind: 'comment', text: html.slice(at, end).replace(/^--/, '') },
    end: html.indexOf('>', end) + 1 || html.length,
  }
}

/** To the next bracket that could begin something. */
function textAt(html: string, at: number): Cut {
  const end = indexOf(/<[a-z/!?]/gi, html, at + 1)
  return { token: { kind: 'text', text: html.slice(at, end) }, end }
}

/** Where it is found first from there on, or the end of the text. */
function indexOf(pattern: RegExp, html: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(html)?.index ?? html.length
}

/** A tag that nobody ends is a text: whoever typed `a <b` and no more meant the words. */
function tagAt(html: string, from: number, kind: Tag['kind']): Cut {
  const nameFrom = from + (kind === 'close' ? 2 : 1)
  let at = beforeAny(html, nameFrom, `${spaces}/>`)
  const name = html.slice(nameFrom, at).toLowerCase()
  const attributes = new Map<string, string>()
  for (;;) {
    at = afterAny(html, at, `${spaces}/`)
    if (at >= html.length) return { token: { kind: 'text', text: html.slice(from) }, end: html.length }
    if (html[at] === '>') return { token: { kind, name, attributes }, end: at + 1 }
    // The first letter is part of the name whatever it is.
    const wordEnd = beforeAny(html, at + 1, `${spaces}/>=`)
    const word = html.slice(at, wordEnd).toLowerCase()
    const value = valueAt(html, wordEnd)
    if (!attributes.has(word)) attributes.set(word, decoded(value.text))
    at = value.end
  }
}

function valueAt(html: string, from: number): { text: string; end: number } {
  let at = afterAny(html, from, spaces)
  if (html[at] !== '=') return { text: '', end: from }
  at = afterAny(html, at + 1, spaces)
  const quote = html[at]
  if (quote === '"' || quote === "'") {
    const found = html.indexOf(quote, at + 1)
    const end = found < 0 ? html.length : found
    return { text: html.slice(at + 1, end), end: end + 1 }
  }
  const end = beforeAny(html, at, `${spaces}>`)
  return { text: html.slice(at, end), end }
}

function afterAny(html: string, from: number, letters: string): number {
  let at = from
  while (at < html.length && letters.includes(html[at] as string)) at += 1
  return at
}

function beforeAny(html: string, from: number, letters: string): number {
  let at = from
  while (at < html.length && !letters.includes(html[at] as string)) at += 1
  return at
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** A text as it is read. Of the names, those that are written for a reason; what else is named stays as it stands. */
export function decoded(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole: string, entity: string) => {
    if (!entity.startsWith('#')) return named[entity.toLowerCase()] ?? whole
    const code = Number(entity.slice(1).replace(/^x/i, '0x'))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
