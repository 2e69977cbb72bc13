/** The words of a page while somebody changes them: one value under a path, and lists that grow and move. */
import { createContext, use } from 'react'

export type Path = readonly (string | number)[]
export type Body = Record<string, unknown>

type Editing = {
  body: Body
  change: (path: Path, value: unknown) => void
  /** Why the field under this path keeps the page from visitors, once that was asked. */
  problemAt: (path: Path) => string | undefined
  showsProblems: boolean
}

export const EditingContext = createContext<Editing | null>(null)

export function useEditing(): Editing {
  const editing = use(EditingContext)
  if (!editing) throw new Error('useEditing needs an EditingContext above it.')
  return editing
}

export function valueAt(body: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string | number, unknown> | undefined)?.[key], body)
}

export function textAt(body: unknown, path: Path): string {
  const value = valueAt(body, path)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A copy with this one value; what is beside it stays the same object. */
export function withValue(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const inner = withValue((body as Record<string | number, unknown> | undefined)?.[key], rest, value)
  if (Array.isArray(body)) return body.map((each: unknown, at) => (at === key ? inner : each))
  return { ...(body as object | undefined), [key]: inner }
}

export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const left = items.filter((_, at) => at !== from)
  return [...left.slice(0, to), items[from] as Item, ...left.slice(to)]
}

/** `How do I pay? By card.` as a question and its answer. */
export function questionOf(point: string): { question: string; answer: string } {
  const end = point.indexOf('? ')
  return end < 0 ? { question: point, answer: '' } : { question: point.slice(0, end + 1), answer: point.slice(end + 2) }
}

export function pointOf(question: string, answer: string): string {
  const asked = question.trim()
  if (!asked && !answer) return ''
  return `${asked.endsWith('?') ? asked : `${asked}?`} ${answer}`
}
