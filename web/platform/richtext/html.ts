/** The little HTML that texts are stored as, read without the browser's own parser: what is not on the list can not come to life. */
import { familyClass, fontFamilies, fontSizes, sizeClass } from '#contract/abstract-rules.ts'

export type Rich = string | RichElement
export type RichElement = { tag: RichTag; className: string; children: Rich[] }

const tags = {
  p: 'p',
  br: 'br',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  u: 'u',
  sub: 'sub',
  sup: 'sup',
  span: 'span',
} as const
export type RichTag = (typeof tags)[keyof typeof tags]

const classes: readonly string[] = [...fontSizes.map(sizeClass), ...fontFamilies.map(familyClass)]
const blocks: readonly string[] = ['p', 'li', 'ul', 'ol']

/** A tag with its attributes, a comment, a text, or a stray bracket. */
const token = /<(\/?)([a-z][a-z0-9]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|<!--[\s\S]*?-->|[^<]+|</gi

export function parseRich(html: string): Rich[] {
  const root: RichElement = { tag: 'span', className: '', children: [] }
  let open = [root]
  for (const [text, slash, name, attributes = ''] of html.matchAll(token)) {
    const inside = open.at(-1) ?? root
    const tag = name === undefined ? undefined : tagOf(name)
    if (name === undefined) {
      if (!text.startsWith('<!--')) inside.children.push(decoded(text))
    } else if (tag && slash) {
      const index = open.findLastIndex((element) => element !== root && element.tag === tag)
      if (index > 0) open = open.slice(0, index)
    } else if (tag) {
      const element: RichElement = { tag, className: classOf(attributes), children: [] }
      inside.children.push(element)
      if (tag !== 'br') open.push(element)
    }
  }
  return root.children
}

function tagOf(name: string): RichTag | undefined {
  const small = name.toLowerCase()
  return Object.hasOwn(tags, small) ? tags[small as keyof typeof tags] : undefined
}

function classOf(attributes: string): string {
  const [, quoted = ''] = /\bclass\s*=\s*["']?([\w\s-]*)/i.exec(attributes) ?? []
  return quoted
    .split(/\s+/)
    .filter((name) => classes.includes(name))
    .join(' ')
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

function decoded(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole: string, entity: string) => {
    if (!entity.startsWith('#')) return named[entity.toLowerCase()] ?? whole
    const code = Number(entity.slice(1).replace(/^x/i, '0x'))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

/** The words alone, one line for each paragraph. */
export function plainOf(html: string): string {
  const textOf = (part: Rich): string => {
    if (typeof part === 'string') return part
    if (part.tag === 'br') return '\n'
    const inner = part.children.map(textOf).join('')
    return blocks.includes(part.tag) ? `\n${inner}\n` : inner
  }
  return parseRich(html)
    .map(textOf)
    .join('')
    .replace(/\n{2,}/g, '\n')
    .replace(/^\n+|\n+$/g, '')
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Lines that somebody typed, as paragraphs. */
export const htmlOf = (plain: string): string =>
  plain.trim() === ''
    ? ''
    : plain
        .split('\n')
        .map((line) => `<p>${escaped(line)}</p>`)
        .join('')
