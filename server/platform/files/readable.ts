/** Any record as a page that a person can read: names of fields become words, lists become headings. */
import { escapeHtml, momentInWords } from '#server/platform/mail/letter.ts'

export type Told = string | number | boolean | null | undefined | Date | Told[] | { [field: string]: Told }

const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}h1,h2,h3{line-height:1.2;margin:1.5rem 0 .5rem}dl{display:grid;grid-template-columns:minmax(8rem,1fr) 3fr;gap:.25rem 1rem;margin:0}dt{opacity:.75}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}section{border-top:1px solid #8a9c9b;padding:.75rem 0}'

export function readablePage(title: string, record: { [field: string]: Told }): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style><main><h1>${escapeHtml(title)}</h1>${fieldsOf(record, 2)}</main></html>\n`
}

function fieldsOf(record: { [field: string]: Told }, height: number): string {
  const [short, long] = partition(Object.entries(record).filter(([, value]) => isTold(value)))
  const list = short.map(([field, value]) => `<dt>${wordsOf(field)}</dt><dd>${textOf(value)}</dd>`).join('')
  const heading = `h${Math.min(height, 6)}`
  const sections = long.map(
    ([field, value]) => `<${heading}>${wordsOf(field)}</${heading}>${partsOf(value, height + 1)}`,
  )
  return `${list && `<dl>${list}</dl>`}${sections.join('')}`
}

function partsOf(value: Told, height: number): string {
  const parts = Array.isArray(value) ? value : [value]
  return parts
    .map((part) => `<section>${isRecord(part) ? fieldsOf(part, height) : `<p>${textOf(part)}</p>`}</section>`)
    .join('')
}

function partition(fields: [string, Told][]): [[string, Told][], [string, Told][]] {
  const isLong = ([, value]: [string, Told]) => Array.isArray(value) || isRecord(value)
  return [fields.filter((field) => !isLong(field)), fields.filter(isLong)]
}

const isRecord = (value: Told): value is { [field: string]: Told } =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value)

const isTold = (value: Told): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

function textOf(value: Told): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (value instanceof Date) return momentInWords(value)
  return escapeHtml(typeof value === 'string' || typeof value === 'number' ? String(value) : '')
}

/** `fatherName` is read as "Father name". */
function wordsOf(field: string): string {
  const words = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return escapeHtml(words.charAt(0).toUpperCase() + words.slice(1))
}
