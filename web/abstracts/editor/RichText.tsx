import { createElement, type ReactNode } from 'react'
import { parseRich, type Rich } from '#web/abstracts/richtext/html.ts'

/** A stored text as it was written. Made of elements, never of HTML: nothing in it can run. */
export function RichText({ html }: { html: string }) {
  return <div className="rich">{parseRich(html).map(draw)}</div>
}

function draw(part: Rich, index: number): ReactNode {
  if (typeof part === 'string') return part
  const { tag, className, children } = part
  const props = { key: index, ...(className && { className }) }
  return tag === 'br' ? createElement(tag, props) : createElement(tag, props, ...children.map(draw))
}
