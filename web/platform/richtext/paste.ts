/**
 * What Word and its kin leave on the clipboard, made into plain HTML before it is read. Our policy applies no style attribute,
 * not even in a document that nobody sees, so that what a style says is written as data for the schema to find.
 */

const noise = [
  /<(style|script|xml|title)\b[\s\S]*?<\/\1\s*>/gi,
  /<\/?(?:o|w|m|v|st1):[^>]*>/gi,
  /<\/?(?:meta|link|img|table|tbody|thead|tfoot|tr|col|colgroup)\b[^>]*>/gi,
]

/** The bullet or number that Word writes as text in front of a line of a list. */
const listMark =
  /<!--\[if !supportLists\]-->([\s\S]*?)<!--\[endif\]-->|<span[^>]*mso-list:\s*Ignore[^>]*>([\s\S]*?<\/span>)\s*<\/span>/i
const listLine = /<p\b[^>]*(?:MsoListParagraph|mso-list:)[^>]*>([\s\S]*?)<\/p>/gi
const emptyLine = /<p\b[^>]*>(?:\s|&nbsp;|\u00a0|<\/?span[^>]*>|<br\s*\/?>)*<\/p>/gi
const openTag = /<([a-z][a-z0-9]*)\s+((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi

export function cleanPasted(html: string): string {
  const quiet = noise.reduce((text, pattern) => text.replace(pattern, ''), html)
  return joined(quiet.replace(listLine, (_line, words: string) => listItem(words)))
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/(<\/?)t[dh]\b/gi, '$1div')
    .replace(openTag, (_tag, name: string, attributes: string) => `<${name}${keptOf(attributes)}>`)
    .replace(emptyLine, '')
}

function listItem(words: string): string {
  const mark = listMark.exec(words)
  const shown = (mark?.[1] ?? mark?.[2] ?? '').replace(/<[^>]*>|&nbsp;/g, '').trim()
  const list = /^\(?(\d{1,3}|[a-z]|[ivx]{1,4})[.)]/i.test(shown) ? 'ol' : 'ul'
  return `<${list}><li>${words.replace(listMark, '')}</li></${list}>`
}

/** Lines that follow each other are one list. */
const joined = (html: string): string => html.replace(/<\/(ul|ol)>\s*<\1>/g, '')

/** Of the attributes, our own classes, what the editor itself writes on a copy, and what the style says. */
function keptOf(attributes: string): string {
  const valueOf = (name: string) => {
    const [, double, single, bare] =
      new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes) ?? []
    return double ?? single ?? bare
  }
  const slice = valueOf('data-pm-slice')
  const className = valueOf('class')?.replace(/[^\w\s-]/g, '')
  return [
    slice && ` data-pm-slice="${slice.replace(/[^\w\s[\]{},:-]/g, '')}"`,
    className && ` class="${className}"`,
    ...dataOf(valueOf('style') ?? ''),
  ]
    .filter(Boolean)
    .join('')
}

function dataOf(style: string): string[] {
  const lines = style.toLowerCase().split(';')
  const styles = new Map(
    lines.map((line): [string, string] => {
      const [name = '', value = ''] = line.split(':')
      return [name.trim(), value.trim()]
    }),
  )
  const size = sizeOf(styles.get('font-size') ?? '')
  const weight = styles.get('font-weight') ?? ''
  const position = styles.get('vertical-align')
  const isUnderlined = /underline/.test(`${styles.get('text-decoration')} ${styles.get('text-decoration-line')}`)
  // Every manuscript has a font; only letters of one width were chosen for a reason.
  const isMono = /courier|consolas|mono|menlo/.test(styles.get('font-family') ?? '')
  return [
    /^(bold(er)?|[6-9]\d\d)$/.test(weight) ? ' data-mark-strong' : '',
    // Google wraps everything in a <b> that is not bold.
    /^(normal|400)$/.test(weight) ? ' data-not-bold' : '',
    styles.get('font-style') === 'italic' ? ' data-mark-em' : '',
    isUnderlined ? ' data-mark-u' : '',
    position === 'sub' || position === 'super' ? ` data-mark-${position.slice(0, 3)}` : '',
    size && ` data-mark-size="${size}"`,
    isMono ? ' data-mark-family="mono"' : '',
  ]
}

/** A size of another program, as the nearest of ours; most texts are of 10 to 13 points, which is none. */
function sizeOf(size: string): string {
  const [, number = '', unit] = /^([\d.]+)(pt|px)$/.exec(size) ?? []
  const points = unit === 'px' ? Number(number) * 0.75 : Number(number)
  if (points >= 18) return 'huge'
  if (points >= 13.5) return 'large'
  return points > 0 && points <= 9 ? 'small' : ''
}
