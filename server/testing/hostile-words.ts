/** What somebody could type to make the browser of whoever reads it do something, and whether it would. */
import type { Operation } from '#contract/operation.ts'

type ElementRead = {
  tagName: string
  textContent: string | null
  outerHTML: string
  getAttribute: (name: string) => string | null
  getAttributeNames: () => string[]
}
/** The browser's way to read a page. */
const { JSDOM } = (await import('jsdom' as string)) as {
  JSDOM: new (html: string) => { window: { document: { querySelectorAll: (wish: string) => Iterable<ElementRead> } } }
}

export const hostileWords = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  'javascript:alert(1)',
  '</title></style></textarea></script><script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '\u2028<a href="data:text/html,<script>alert(1)</script>">',
]

/** Many at once where there is room for them, else one that is short. */
const attacks = [hostileWords.slice(0, 4).join(' '), hostileWords.slice(4).join(' '), ...hostileWords]

/** The same input with hostile words in every text of it that the call takes them in. */
export function poisoned(operation: Operation, input: Record<string, unknown>): Record<string, unknown> {
  let found = input
  const put = (path: readonly (string | number)[], value: unknown): void => {
    if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) put([...path, Array.isArray(value) ? Number(key) : key], each)
    // An address that is none is left out by some calls, which then have nothing to do; a PIN that is none is answered, and changes nothing.
    if (typeof value !== 'string' || path.some((key) => ['actKey', 'emails', 'pin'].includes(String(key)))) return
    const changed = attacks.map((attack) => withValue(found, path, attack) as Record<string, unknown>)
    found = changed.find((each) => operation.input.safeParse(each).success) ?? found
  }
  put([], input)
  return found
}

function withValue(value: unknown, [key, ...rest]: readonly (string | number)[], words: string): unknown {
  if (key === undefined) return words
  if (Array.isArray(value)) return value.map((each: unknown, at) => (at === key ? withValue(each, rest, words) : each))
  const known = value as Record<string, unknown>
  return { ...known, [key]: withValue(known[key], rest, words) }
}

/** Whatever could run: a script that is none of these, a handler, an address that is a program. */
export function dangersIn(html: string, ownScripts: readonly string[] = []): string[] {
  const { document } = new JSDOM(html).window
  return [...document.querySelectorAll('*')].flatMap((element) => [
    ...(element.tagName === 'SCRIPT' &&
    ![...ownScripts, ''].includes(element.textContent ?? '') &&
    !/^application\/(ld\+)?json$/.test(element.getAttribute('type') ?? '')
      ? [element.outerHTML]
      : []),
    ...(element.tagName === 'IFRAME' && !element.getAttribute('src')?.startsWith('https://www.openstreetmap.org/')
      ? [element.outerHTML]
      : []),
    ...element
      .getAttributeNames()
      .filter(
        (name) =>
          name.startsWith('on') ||
          name === 'srcdoc' ||
          (['href', 'src'].includes(name) && /^\s*(javascript|data):/i.test(element.getAttribute(name) ?? '')),
      ),
  ])
}
