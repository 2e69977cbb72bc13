/** The little HTML that texts are stored as, read without the browser's own parser: what is not on the list can not come to life. */
import { familyClass, fontFamilies, fontSizes, sizeClass } from '#contract/abstracts/rules.ts'
import { decoded, isTag, tokensOf } from './tokens.ts'

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

export function parseRich(html: string): Rich[] {
  const root: RichElement = { tag: 'span', className: '', children: [] }
  let open = [root]
  for (const token of tokensOf(html)) {
    const inside = open.at(-1) ?? root
    if (token.kind === 'text') inside.children.push(decoded(token.text))
    if (!isTag(token)) continue
    const tag = tagOf(token.name)
    if (tag && token.kind === 'close') {
      const index = open.findLastIndex((element) => element !== root && element.tag === tag)
      if (index > 0) open = open.slice(0, index)
    } else if (tag) {
      const element: RichElement = { tag, className: classOf(token.attributes.get('class')), children: [] }
      inside.children.push(element)
      if (tag !== 'br') open.push(element)
    }
  }
  return root.children
}

function tagOf(name: string): RichTag | undefined {
  return Object.hasOwn(tags, name) ? tags[name as keyof typeof tags] : undefined
}

function classOf(names = ''): string {
  return names
    .split(/\s+/)
    .filter((name) => classes.includes(name))
    .join(' ')
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
    .replace(/^\n|\n$/g, '')
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
