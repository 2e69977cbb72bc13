/** Text with marks, as people write it or paste it from Word. What leaves here holds nothing but the few tags below, and no attribute but one class. */
import { Parser } from 'htmlparser2'
import { familyClass, fontFamilies, fontSizes, sizeClass } from '#contract/abstracts/rules.ts'
import { plainText, withoutUnseen } from '#contract/plain-text.ts'
import { escapeHtml } from '#server/platform/mail/letter.ts'

/** `plain` is what a person reads, with a line for each paragraph. */
export type RichText = { html: string; plain: string }
type Tag = 'strong' | 'em' | 'u' | 'sub' | 'sup' | 'span' | 'p' | 'ul' | 'ol' | 'li'
type Shape = 'paragraphs' | 'one line'

const marks = new Map<string, Tag>([
  ['b', 'strong'],
  ['strong', 'strong'],
  ['i', 'em'],
  ['em', 'em'],
  ['u', 'u'],
  ['ins', 'u'],
  ['sub', 'sub'],
  ['sup', 'sup'],
])
const lists = new Map<string, Tag>([
  ['ul', 'ul'],
  ['ol', 'ol'],
  ['li', 'li'],
])
/** What begins a new line elsewhere is a paragraph here: two of them must not run together into one word. */
const paragraphs = new Set(
  'p div h1 h2 h3 h4 h5 h6 blockquote pre address article section header footer main aside nav figure table tr td th dt dd center hr'.split(
    ' ',
  ),
)
/** What is inside these is for machines. */
const unread = new Set(
  'script style title head noscript iframe object embed applet template svg math textarea select button xmp xml noembed noframes plaintext audio video canvas frameset'.split(
    ' ',
  ),
)
const classes = new Set<string>([...fontSizes.map(sizeClass), ...fontFamilies.map(familyClass)])
const deepest = 30

// Characters that steer a terminal or turn the reading order round, and those that are no characters.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g

/** Without characters that change how others are read. */
export function visible(text: string): string {
  return text.replace(unseen, '')
}

export function cleanText(dirty: string, shape: Shape = 'paragraphs'): RichText {
  const page = openPage(shape)
  // Of everything that is open, from the outside in: what it became on our page, if anything. The parser closes whatever it opened.
  const became: (Opened | undefined)[] = []
  let ignoring = 0
  const parser = new Parser({
    onopentag(name, { class: named = '' }) {
      if (ignoring > 0 || unread.has(name)) ignoring += 1
      else if (name === 'br') page.breakLine()
      else became.push(page.open(tagOf(name, named, shape)))
    },
    onclosetag(name) {
      if (ignoring > 0) ignoring -= 1
      else if (name !== 'br') page.close(became.pop())
    },
    ontext(text) {
      // A title is read in lists and letters, where nothing unseen has a place.
      if (ignoring === 0) page.write(shape === 'one line' ? withoutUnseen(text) : visible(text))
    },
  })
  parser.end(dirty)
  return page.done()
}

type Wanted = { tag: Tag | 'line'; class?: string } | undefined
type Opened = { tag: Tag | 'line' }

function tagOf(name: string, named: string, shape: Shape): Wanted {
  const mark = marks.get(name)
  if (mark) return { tag: mark }
  if (name === 'span') {
    const kept = named.split(/\s+/).find((each) => classes.has(each))
    return kept === undefined ? undefined : { tag: 'span', class: kept }
  }
  const list = lists.get(name)
  if (!list && !paragraphs.has(name)) return undefined
  return { tag: shape === 'one line' ? 'line' : (list ?? 'p') }
}

/** Writes from the outside in. Whatever is open is closed in its turn, so that the HTML is always whole. */
function openPage(shape: Shape) {
  const open: Opened[] = []
  let html = ''
  let plain = ''
  const closeFrom = (at: number) => {
    for (const { tag } of open.splice(at).toReversed()) {
      if (blocks.has(tag)) plain += '\n'
      html += tag === 'line' ? ' ' : `</${tag}>`
    }
  }
  /** The innermost of these tags, unless one of `within` is nearer. */
  const nearest = (tags: readonly string[], within: readonly string[]) => {
    const at = open.findLastIndex(({ tag }) => tags.includes(tag) || within.includes(tag))
    return at >= 0 && tags.includes(open[at]?.tag as string) ? at : undefined
  }
  const makeRoom = (tag: Tag | 'line'): Tag | 'line' => {
    const isItem = tag === 'li' && nearest(['ul', 'ol'], []) !== undefined
    const before = isItem ? nearest(['li'], ['ul', 'ol']) : nearest(['p'], ['li'])
    if (blocks.has(tag) && before !== undefined) closeFrom(before)
    return tag === 'li' && !isItem ? makeRoom('p') : tag
  }
  return {
    open(wanted: Wanted): Opened | undefined {
      if (!wanted || open.length >= deepest) return undefined
      const tag = makeRoom(wanted.tag)
      if (blocks.has(tag)) plain += '\n'
      if (tag === 'line') html += ' '
      else html += wanted.class ? `<${tag} class="${wanted.class}">` : `<${tag}>`
      const opened = { tag }
      open.push(opened)
      return opened
    },
    close(opened: Opened | undefined): void {
      const at = opened ? open.indexOf(opened) : -1
      if (at >= 0) closeFrom(at)
    },
    breakLine(): void {
      plain += '\n'
      html += shape === 'one line' ? ' ' : '<br>'
    },
    write(text: string): void {
      html += escapeHtml(text)
      plain += text.replace(/\s/g, ' ')
    },
    done(): RichText {
      closeFrom(0)
      const lines = plain.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
      const read = lines.filter(Boolean).join(shape === 'one line' ? ' ' : '\n')
      return shape === 'one line'
        ? { html: html.replace(/\s+/g, ' ').trim(), plain: plainText(read) }
        : { html, plain: read }
    },
  }
}
const blocks = new Set<string>(['p', 'ul', 'ol', 'li', 'line'])
