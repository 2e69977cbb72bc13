/** What a letter of staff is made of: paragraphs, a few marks, and facts in braces. No logic. Without zod: the console has this too. */

/** What can be filled in for each person, by the name that stands in the braces. */
export const facts = {
  name: 'their name',
  event: 'the name of the event',
  venue: 'where it is held',
  'event begins': 'its first day',
  'event ends': 'its last day',
  'registration closes': 'their own last day to register',
  'abstracts close': 'their own last day for abstracts',
  'reviews close': 'the last day of the review',
  'abstract title': 'the title of their newest abstract, a draft first',
  'abstract number': 'the number of their newest abstract that is submitted',
  workshops: 'the workshops that they have a seat in',
  'amount due': 'what their unpaid orders come to',
  'link to abstracts': 'the page of their abstracts',
  'link to workshops': 'the page where seats are booked and paid',
  'link to profile': 'their own page',
} as const
export type Fact = keyof typeof facts

export const factNames = Object.keys(facts) as Fact[]
const isFact = (name: string): name is Fact => Object.hasOwn(facts, name)

export const letterLimits = { subject: 200, body: 20_000, name: 100 }

/** A run of words that look alike. `fact` is what it was filled in from; `href` where it leads. */
export type Span = { text: string; bold?: true; italic?: true; href?: string; fact?: Fact }
export type Filled = Partial<Record<Fact, string>>

/** Names in braces that we do not know, each once. Also braces that do not belong together: a fact that was half deleted must not be sent as it stands. */
export function unknownFacts(text: string): string[] {
  const unknown = [...text.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name.trim())
    .filter((name) => !isFact(name))
  const rest = text.replaceAll(/\{[^{}]*\}/g, '')
  return [...new Set([...unknown, ...(/[{}]/.test(rest) ? ['{ or } alone'] : [])])]
}

export function factsIn(text: string): Fact[] {
  const named = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name.trim())
  return [...new Set(named.filter(isFact))]
}

/** What a person is not known to have. */
export function missingFacts(text: string, filled: Filled): Fact[] {
  return factsIn(text).filter((name) => !filled[name])
}

/** Links lead to pages only: no other scheme gets into an email, and no user part, which looks like the host to its reader. */
export const isLinkable = (address: string): boolean =>
  /^https?:\/\/[^\s<>"'`\\/?#@]+(?:[/?#][^\s<>"'`\\]*)?$/i.test(address)

/** A blank line ends a paragraph; a line end stays one. */
export function paragraphsOf(body: string, filled: Filled): Span[][] {
  return body
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => spansOf(paragraph, filled))
}

/** What is filled in is never read for marks: a title with stars or brackets stays what its author wrote. */
const mark = /\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|\[([^\][\n]+)\]\((https?:\/\/[^\s()]+)\)|\{([^{}]*)\}/g

function spansOf(text: string, filled: Filled, look: Omit<Span, 'text'> = {}): Span[] {
  const spans: Span[] = []
  let end = 0
  const plain = (until: number) => {
    if (until > end) spans.push({ text: text.slice(end, until), ...look })
  }
  for (const found of text.matchAll(mark)) {
    const [whole, bold, italic, label, href, name] = found
    plain(found.index)
    end = found.index + whole.length
    if (bold !== undefined) spans.push(...spansOf(bold, filled, { ...look, bold: true }))
    else if (italic !== undefined) spans.push(...spansOf(italic, filled, { ...look, italic: true }))
    else if (label !== undefined && href !== undefined)
      spans.push(...spansOf(label, filled, isLinkable(href) ? { ...look, href } : look))
    else spans.push(factSpan((name ?? '').trim(), filled, look))
  }
  plain(text.length)
  return spans
}

function factSpan(name: string, filled: Filled, look: Omit<Span, 'text'>): Span {
  if (!isFact(name)) return { text: `{${name}}`, ...look }
  const text = filled[name] ?? `{${name}}`
  const isLink = name.startsWith('link to ') && isLinkable(text)
  return { text, ...look, fact: name, ...(isLink && { href: text }) }
}

/** A subject has facts, and no marks. */
export function subjectOf(subject: string, filled: Filled): string {
  return subject.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) =>
    isFact(name.trim()) ? (filled[name.trim() as Fact] ?? whole) : whole,
  )
}
