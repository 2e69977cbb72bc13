/** What a text may hold. The schema is the allow-list: whatever it does not name is gone as soon as it is pasted. */
import { DOMParser, DOMSerializer, Schema, type MarkSpec, type Node, type TagParseRule } from 'prosemirror-model'
import { familyClass, fontFamilies, fontSizes, sizeClass } from '#contract/abstracts/rules.ts'
import { parseRich, type Rich } from './html.ts'

/** What a pasted style said: see `paste.ts`. The element may be more than the mark. */
const pasted = (name: string): TagParseRule => ({ tag: `[data-mark-${name}]`, consuming: false })

const simple = (tag: string, ...rules: TagParseRule[]): MarkSpec => ({
  parseDOM: [{ tag }, ...rules, pasted(tag)],
  toDOM: () => [tag, 0],
})

/** One of our classes, each a value of the mark. */
const valued = <Value extends string>(
  name: 'size' | 'family',
  values: readonly Value[],
  classFor: (value: Value) => string,
): MarkSpec => ({
  attrs: { value: {} },
  parseDOM: values.flatMap((value) => [
    { tag: `span.${classFor(value)}`, attrs: { value }, consuming: false },
    { tag: `[data-mark-${name}=${value}]`, attrs: { value }, consuming: false },
  ]),
  toDOM: ({ attrs }) => ['span', { class: classFor(attrs.value as Value) }, 0],
})

const isReallyBold = (element: HTMLElement) => (element.hasAttribute('data-not-bold') ? false : null)

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
    strong: simple('strong', { tag: 'b', getAttrs: isReallyBold }),
    em: simple('em', { tag: 'i' }),
    u: simple('u'),
    sub: { ...simple('sub'), excludes: 'sub sup' },
    sup: { ...simple('sup'), excludes: 'sub sup' },
    size: valued('size', fontSizes, sizeClass),
    family: valued('family', fontFamilies, familyClass),
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
