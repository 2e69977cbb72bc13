/** What a text may hold. The schema is the allow-list: whatever it does not name is gone as soon as it is pasted. */
import { DOMParser, DOMSerializer, Schema, type MarkSpec, type Node, type TagParseRule } from 'prosemirror-model'
import { familyClass, fontFamilies, fontSizes, sizeClass } from '#contract/abstract-rules.ts'
import { parseRich, type Rich } from './html.ts'

const simple = (tag: string, ...rules: NonNullable<MarkSpec['parseDOM']>): MarkSpec => ({
  parseDOM: [{ tag }, ...rules],
  toDOM: () => [tag, 0],
})

/** Our own classes, each a value of the mark. */
const byClass = <Value extends string>(values: readonly Value[], classFor: (value: Value) => string): TagParseRule[] =>
  values.map((value) => ({ tag: `span.${classFor(value)}`, attrs: { value }, consuming: false }))

/** Google wraps everything in a <b> that is not bold. */
const isReallyBold = (element: HTMLElement) => (element.style.fontWeight === 'normal' ? false : null)
const isBold = (weight: string) => (/^(bold(er)?|[6-9]\d\d)$/.test(weight) ? null : false)

/** A size of another program, as the nearest of ours; most texts are of 10 to 13 points, which is none. */
function sizeOf(size: string): { value: string } | false {
  const [, number = '', unit] = /^([\d.]+)(pt|px)$/.exec(size) ?? []
  const points = unit === 'px' ? Number(number) * 0.75 : Number(number)
  if (!points) return false
  if (points >= 18) return { value: 'huge' }
  if (points >= 13.5) return { value: 'large' }
  return points <= 9 ? { value: 'small' } : false
}

/** Every manuscript has a font; only letters of one width were chosen for a reason. */
const familyOf = (family: string) => (/courier|consolas|mono|menlo/i.test(family) ? { value: 'mono' } : false)

export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    bulletList: { group: 'block', content: 'listItem+', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
    orderedList: { group: 'block', content: 'listItem+', parseDOM: [{ tag: 'ol' }], toDOM: () => ['ol', 0] },
    listItem: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    text: { group: 'inline' },
    lineBreak: {
      group: 'inline',
      inline: true,
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
      leafText: () => '\n',
    },
  },
  marks: {
    strong: simple('strong', { tag: 'b', getAttrs: isReallyBold }, { style: 'font-weight', getAttrs: isBold }),
    em: simple('em', { tag: 'i' }, { style: 'font-style=italic' }),
    u: simple('u', { style: 'text-decoration=underline' }, { style: 'text-decoration-line=underline' }),
    sub: { ...simple('sub', { style: 'vertical-align=sub' }), excludes: 'sub sup' },
    sup: { ...simple('sup', { style: 'vertical-align=super' }), excludes: 'sub sup' },
    size: {
      attrs: { value: {} },
      parseDOM: [...byClass(fontSizes, sizeClass), { style: 'font-size', getAttrs: sizeOf }],
      toDOM: ({ attrs }) => ['span', { class: `size-${attrs.value}` }, 0],
    },
    family: {
      attrs: { value: {} },
      parseDOM: [...byClass(fontFamilies, familyClass), { style: 'font-family', getAttrs: familyOf }],
      toDOM: ({ attrs }) => ['span', { class: `font-${attrs.value}` }, 0],
    },
  },
})

/** Built element by element: nothing is ever handed to the browser as HTML. */
function domOf(parts: Rich[], into: HTMLElement): HTMLElement {
  for (const part of parts) {
    if (typeof part === 'string') into.append(part)
    else {
      const element = document.createElement(part.tag)
      if (part.className) element.className = part.className
      into.append(domOf(part.children, element))
    }
  }
  return into
}

export const readText = (html: string): Node =>
  DOMParser.fromSchema(schema).parse(domOf(parseRich(html), document.createElement('div')))

/** Nothing but empty paragraphs is an empty text. */
export function writeText(text: Node): string {
  if (text.textContent.trim() === '') return ''
  const box = document.createElement('div')
  box.append(DOMSerializer.fromSchema(schema).serializeFragment(text.content))
  return box.innerHTML
}
