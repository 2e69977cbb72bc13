/** `npm run texts`: every text that people read, one on each line with its place, to be read as a whole. `npm run texts -- web/console` lists some. */
import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

type Node = { type: string; start: number; [key: string]: unknown }

const wanted = process.argv.slice(2)
const isWanted = (file: string) => wanted.length === 0 || wanted.some((part) => file.includes(part))
const isSource = (file: string) => isWanted(file) && !/\.test\.|\/testing\/|\/styleguide\/|^server\/tables/.test(file)

/** Attributes and calls whose strings nobody reads. */
const unseen = new Set(['className', 'href', 'id', 'htmlFor', 'type', 'name', 'autoComplete', 'role', 'd', 'viewBox'])
/** A sentence, or one word with a capital; `OrderHoldLonger` is the name of a call. */
const isRead = (text: string) => /\p{L}{2}/u.test(text) && (/\s/.test(text) || /^\p{Lu}\p{Ll}+$/u.test(text))

function textsOf(file: string): { line: number; text: string }[] {
  const source = readFileSync(file, 'utf8')
  const found: { start: number; text: string }[] = []
  const add = (start: number, text: string) => {
    const plain = text.replaceAll(/\s+/g, ' ').trim()
    if (isRead(plain)) found.push({ start, text: plain })
  }
  const walk = (node: Node): void => {
    if (node.type === 'ImportDeclaration' || node.type === 'TSLiteralType') return
    if (node.type === 'TaggedTemplateExpression') return
    if (node.type === 'JSXAttribute' && unseen.has((node.name as { name: string }).name)) return
    if (node.type === 'JSXText' || (node.type === 'Literal' && typeof node.value === 'string'))
      add(node.start, node.value as string)
    if (node.type === 'TemplateLiteral')
      add(node.start, (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{…}'))
    for (const child of Object.values(node).flat())
      if (child && typeof child === 'object' && 'type' in child) walk(child as Node)
  }
  walk(parseSync(file, source).program as unknown as Node)
  return found.map(({ start, text }) => ({ line: source.slice(0, start).split('\n').length, text }))
}

const sources = globSync(['{web,contract,server}/**/*.{ts,tsx}', 'scripts/*.ts']).filter(isSource)
for (const file of sources.toSorted((a, b) => a.localeCompare(b)))
  for (const { line, text } of textsOf(file)) console.log(`${file}:${line}\t${text}`)

const papers = globSync(['*.md', 'docs/**/*.md', 'content/{,sample/}*.json']).filter(isWanted)
for (const file of papers.toSorted((a, b) => a.localeCompare(b)))
  for (const [at, text] of readFileSync(file, 'utf8').split('\n').entries())
    if (isRead(text)) console.log(`${file}:${at + 1}\t${text.trim()}`)
