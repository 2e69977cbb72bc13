/**
 * What Word and its kin leave on the clipboard, made into plain HTML before it is read. Our policy applies no style attribute,
 * not even in a document that nobody sees, so that what a style says is written as data for the schema to find.
 */
import { isTag, type Tag, type Token, tokensOf } from './tokens.ts'

const noise = ['meta', 'link', 'img', 'table', 'tbody', 'thead', 'tfoot', 'tr', 'col', 'colgroup']
const cells = ['td', 'th']

/** A line of a list, or anything else. */
type Block = { list: 'ul' | 'ol' | undefined; html: string }

export function cleanPasted(html: string): string {
  const blocks: Block[] = []
  let paragraph: Token[] | undefined
  const end = () => {
    if (paragraph) blocks.push(blockOf(paragraph))
    paragraph = undefined
  }
  for (const token of tokensOf(html)) {
    if (isTag(token) && isNoise(token)) continue
    if (isTag(token, 'p') && token.kind === 'open') {
      end()
      paragraph = [token]
    } else if (isTag(token, 'p')) {
      paragraph?.push(token)
      end()
    } else if (paragraph) paragraph.push(token)
    else if (token.kind !== 'comment') blocks.push({ list: undefined, html: written(token) })
  }
  end()
  return joined(blocks)
}

/** Word has tags of its own, such as `<o:p>`. */
const isNoise = ({ name }: Tag): boolean => noise.includes(name) || !/^[a-z][a-z0-9-]*$/.test(name)

/** From its `<p>` to its `</p>`, if it has one. */
function blockOf(paragraph: Token[]): Block {
  const [begin] = paragraph as [Tag]
  const words = paragraph.filter((token) => !isTag(token, 'p'))
  if (/MsoListParagraph|mso-list:/i.test(`${begin.attributes.get('class')} ${begin.attributes.get('style')}`))
    return listLine(words)
  const isEmpty = words.every((token) => isTag(token, 'span') || isTag(token, 'br') || isBlank(token))
  return { list: undefined, html: isEmpty ? '' : paragraph.map(written).join('') }
}

const isBlank = (token: Token): boolean =>
  token.kind === 'comment' || (token.kind === 'text' && token.text.replaceAll('&nbsp;', '').trim() === '')

function listLine(words: Token[]): Block {
  const [from, to] = markOf(words)
  const shown = words.slice(from, to).map((token) => (token.kind === 'text' ? token.text.replaceAll('&nbsp;', '') : ''))
  const isNumber = /^\(?(\d{1,3}|[a-z]|[ivx]{1,4})[.)]/i.test(shown.join('').trim())
  const rest = [...words.slice(0, from), ...words.slice(to)]
  return { list: isNumber ? 'ol' : 'ul', html: `<li>${rest.map(written).join('')}</li>` }
}

/** Where Word writes a bullet or number as text: between two remarks, or in a span of its own. */
function markOf(words: Token[]): [from: number, to: number] {
  const remark = (text: string, after = -1) =>
    words.findIndex((token, at) => at > after && token.kind === 'comment' && token.text.trim() === text)
  const begin = remark('[if !supportLists]')
  const end = remark('[endif]', begin)
  if (begin >= 0 && end >= 0) return [begin, end]
  const from = words.findIndex(
    (token) => token.kind === 'open' && /mso-list:\s*Ignore/i.test(token.attributes.get('style') ?? ''),
  )
  if (from < 0) return [0, 0]
  let depth = 0
  const to = words.findIndex((token, at) => {
    if (at >= from && isTag(token, 'span')) depth += token.kind === 'open' ? 1 : -1
    return at >= from && depth === 0
  })
  return [from, (to < 0 ? from : to) + 1]
}

/** Lines that follow each other are one list. */
function joined(blocks: Block[]): string {
  let html = ''
  let open: Block['list']
  for (const block of blocks) {
    const isBetween = open && !block.list && block.html !== '' && block.html.trim() === ''
    if (isBetween) continue
    if (block.list !== open) html += `${open ? `</${open}>` : ''}${block.list ? `<${block.list}>` : ''}`
    open = block.list
    html += block.html
  }
  return open ? `${html}</${open}>` : html
}

function written(token: Token): string {
  if (!isTag(token)) return token.kind === 'text' ? token.text.replaceAll('<', '&lt;') : ''
  const name = cells.includes(token.name) ? 'div' : token.name
  return token.kind === 'close' ? `</${name}>` : `<${name}${keptOf(token.attributes)}>`
}

/** Of the attributes, our own classes, what the editor itself writes on a copy, and what the style says. */
function keptOf(attributes: Tag['attributes']): string {
  const slice = attributes.get('data-pm-slice')
  const className = attributes.get('class')?.replace(/[^\w\s-]/g, '')
  return [
    slice && ` data-pm-slice="${slice.replace(/[^\w\s[\]{},:"-]/g, '').replaceAll('"', '&quot;')}"`,
    className && ` class="${className}"`,
    ...dataOf(attributes.get('style') ?? ''),
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
