/**
 * One part of a Word file written anew: changes are accepted, remarks and fields are gone, and what is left in it is text that is searched, numbers, and
 * words from a list. Whatever a person or a program could choose (names of styles, fonts, links and shapes, words for screen readers) is numbered or gone.
 */
import { Parser } from 'htmlparser2'
import { isDrawingKind, knownFont, knownPrefixes, knownStyle, knownValues, prefixOf } from './docx-words.ts'

/** Names that one part gives and another one uses, numbered in the order in which they are met. */
export type Numbered = (kind: 'style' | 'id', name: string) => string

type Cleaning = {
  /** Of the settings of a file a few are seen; the others tell how it came to be. */
  isSettings: boolean
  /** The relations that are left, by their old names. */
  relations: ReadonlyMap<string, string>
  numbered: Numbered
}

const words = (text: string) => new Set(text.split(/\s+/))

/** With all that is in them. */
const dropped = words(
  `del moveFrom rPrChange pPrChange sectPrChange tblPrChange tblPrExChange trPrChange tcPrChange tblGridChange numberingChange cellIns cellDel cellMerge
  commentRangeStart commentRangeEnd commentReference annotationRef moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd
  customXmlInsRangeStart customXmlInsRangeEnd customXmlDelRangeStart customXmlDelRangeEnd customXmlMoveFromRangeStart customXmlMoveFromRangeEnd customXmlMoveToRangeStart customXmlMoveToRangeEnd
  bookmarkStart bookmarkEnd permStart permEnd proofErr sdtPr sdtEndPr smartTagPr customXmlPr instrText delInstrText delText fldChar fldData ffData
  OLEObject control altChunk subDoc contentPart extLst hlinkClick hlinkHover hlinkMouseOver externalData userShapes printSettings printerSettings
  embedRegular embedBold embedItalic embedBoldItalic rsids rsid dataBinding docVars attachedTemplate
  lang aliases alias tag latentStyles tblCaption tblDescription textpath nsid tmpl panose1 altName sig font f formatCode lvlPicBulletId numPicBullet
  vanish specVanish webHidden docPartObj placeholder custClrLst objectDefaults shapeDefaults hdrShapeDefaults gdLst ahLst cxnLst formulas handles lock relIds`,
)
/** What is in them stays. */
const opened = words('ins moveTo hyperlink sdt sdtContent smartTag customXml fldSimple')
/** Without what they point to they are nothing. */
const pointers = words('headerReference footerReference chart blip imagedata')
const shownSettings = words(
  `zoom mirrorMargins gutterAtTop evenAndOddHeaders defaultTabStop autoHyphenation hyphenationZone characterSpacingControl footnotePr endnotePr
  compat mathPr clrSchemeMapping decimalSymbol listSeparator`,
)
/** Their words are shown; those of others are not. */
const withText = words('t v')
/** Where a drawing lies: a number or a word of ours. */
const withPosition = words('posOffset align pctPosHOffset pctPosVOffset pctWidth pctHeight')
/** They may show a name, or are read aloud as one: somebody has to look. */
const unread = words(
  'blip imagedata custGeom curve polyline path sym textpath contentPart chart tblCaption tblDescription control OLEObject',
)
/** Numbers and moments by which Word tells one writer, or one sitting, from another. */
const droppedAttributes =
  /^(?:rsid\w*|paraId|textId|anchorId|editId|author|date|initials|userId|durableId|descr|title|alt|href|gfxdata|instr|dirty)$/
const spokenAttributes = words('descr title alt')
const linesEnd = words('p tc tr br cr tab v pt')
/** Names of the standard begin with a small letter, but for these. */
const isName = /^(?:[a-z][A-Za-z0-9]*|AlternateContent|Choice|Fallback|Ignorable|Requires)$/

type CleanXml = {
  xml: string
  text: string
  /** Whether nothing in it may say more than its text does. */
  isRead: boolean
}

export function cleanXml(xml: string, cleaning: Cleaning): CleanXml {
  const { isSettings, relations } = cleaning
  const written: string[] = []
  const text: string[] = []
  const prefixes = new Map<string, string>([['xml', '']])
  const addresses = new Map<string, string>()
  /** Of each open element whether its tags are written; behind `hiddenAt` nothing is. */
  const open: { local: string; isWritten: boolean }[] = []
  let hiddenAt: number | undefined
  let isRead = true

  const learn = (attributes: Record<string, string>) => {
    for (const [key, address] of Object.entries(attributes)) {
      if (key !== 'xmlns' && !key.startsWith('xmlns:')) continue
      const prefix = prefixOf.get(address)
      prefixes.set(key.slice(6), prefix ?? '')
      if (prefix) addresses.set(prefix, address)
    }
  }
  /** As the copy calls it. Undefined: of a kind that it does not have. */
  const renamed = (name: string): string | undefined => {
    const [prefix, local] = name.includes(':') ? (name.split(':', 2) as [string, string]) : ['', name]
    const ours = prefixes.get(prefix)
    return ours && isName.test(local) ? `${ours}:${local}` : undefined
  }
  const kept = (local: string, attributes: Record<string, string>): [string, string][] | undefined => {
    const all: [string, string][] = []
    for (const [key, value] of Object.entries(attributes)) {
      if (key === 'xmlns' || key.startsWith('xmlns:')) continue
      if (spokenAttributes.has(localOf(key)) && value.trim() !== '') isRead = false
      const name = key === 'xml:space' ? key : key.includes(':') ? renamed(key) : isName.test(key) ? key : undefined
      if (!name || droppedAttributes.test(localOf(name))) continue
      if (name.startsWith('r:')) {
        const relation = relations.get(value)
        if (relation) all.push([name, relation])
        else if (pointers.has(local)) return undefined
        continue
      }
      const clean = valueOf({ local, key: localOf(name), value }, cleaning.numbered)
      if (clean !== undefined) all.push([name, clean])
      // Without what it says, an element such as an alignment would be broken.
      else if (localOf(name) === 'val') return undefined
    }
    return all
  }
  const begin = (name: string, attributes: Record<string, string>) => {
    learn(attributes)
    const ours = renamed(name)
    const local = localOf(name)
    if (hiddenAt === undefined && (unread.has(local) || isLettered(local, attributes))) isRead = false
    const isDropped = !ours || dropped.has(local) || (isSettings && open.length === 1 && !shownSettings.has(local))
    const its = hiddenAt !== undefined || isDropped ? undefined : kept(local, attributes)
    if (!its) hiddenAt ??= open.length
    const isWritten = its !== undefined && !opened.has(local)
    open.push({ local, isWritten })
    if (isWritten) written.push(`<${ours}${its.map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join('')}>`)
  }
  const end = (name: string) => {
    const { isWritten = false } = open.pop() ?? {}
    if (isWritten) written.push(`</${renamed(name)}>`)
    if (hiddenAt === undefined && linesEnd.has(localOf(name))) text.push('\n')
    if (hiddenAt === open.length) hiddenAt = undefined
  }
  const say = (some: string) => {
    if (hiddenAt !== undefined) return
    const { local = '' } = open.at(-1) ?? {}
    if (withText.has(local)) {
      written.push(escapeXml(some))
      text.push(some)
    } else if (withPosition.has(local)) written.push(plainValue(some.trim()) ?? '0')
  }
  const parser = new Parser({ onopentag: begin, ontext: say, onclosetag: end }, { xmlMode: true })
  parser.end(xml)
  return { xml: withNamespaces(written.join(''), addresses), text: text.join(''), isRead }
}

/** Said once, at the first element. */
function withNamespaces(xml: string, addresses: ReadonlyMap<string, string>): string {
  const said = [...addresses].map(([prefix, address]) => ` xmlns:${prefix}="${address}"`).join('')
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml.replace(/^<[^\s>]+/, (first) => first + said)}`
}

/** XML may also be written with two bytes for each character. */
export function textOfXml(bytes: Buffer): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0))
    return new TextDecoder('utf-16le').decode(bytes)
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)
  return new TextDecoder(isBig ? 'utf-16be' : 'utf-8').decode(bytes)
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escapeXml(text: string): string {
  // Characters that no XML may hold would make the whole unreadable.
  return text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '').replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign)
}

const localOf = (name: string) => name.slice(name.indexOf(':') + 1)

type Attribute = { local: string; key: string; value: string }

const styleNames = words('pStyle rStyle tblStyle basedOn next link numStyleLink styleLink')
const fontAttributes = words('ascii hAnsi eastAsia cs typeface font')
const links = words('modelId srcId destId')

/** Undefined: it is left out. */
function valueOf({ local, key, value }: Attribute, numbered: Numbered): string | undefined {
  if (key === 'styleId' || (key === 'val' && styleNames.has(local))) return numbered('style', value)
  if (local === 'name' && key === 'val') return knownStyle.test(value) ? value : numbered('style', value)
  if (local === 'mathFont' || fontAttributes.has(key)) return fontOf(local, key, value)
  // Words in a list's number are shown in front of each paragraph.
  if (local === 'lvlText') return value.replaceAll(/\p{L}[\p{L}\p{M}'’.-]+|@/gu, '')
  if (key === 'lang' || key === 'altLang' || key === 'bidi') return plainNumber.test(value) ? value : undefined
  if (local === 'gd') return /^(?:adj\d?|val -?\d{1,9})$/.test(value) ? value : undefined
  if (key === 'name') return local === 'compatSetting' ? plainValue(value) : ''
  if (key === 'uri')
    return isDrawingKind(value) || value === 'http://schemas.microsoft.com/office/word' ? value : undefined
  if (key === 'Ignorable' || key === 'Requires')
    return value
      .split(/\s+/)
      .filter((each) => knownPrefixes.has(each))
      .join(' ')
  if (key === 'style') return cssOf(value)
  if (key === 'prst') return knownValues.has(value) ? value : 'rect'
  if (key === 'id' || key === 'type') return plainValue(value) ?? vmlType(value)
  // Steps of one or two letters between numbers.
  if (key === 'path' || key === 'v')
    return /^[\da-z@#,.\s-]*$/.test(value) && !/[a-z]{3}/.test(value) ? value : undefined
  if (links.has(key)) return numbered('id', value)
  return plainValue(value)
}

const vmlType = (value: string): string | undefined => (/^#?_x0000_[a-z]\d+$/.test(value) ? value : undefined)

/** What must name a font names none. */
function fontOf(local: string, key: string, value: string): string | undefined {
  if (knownFont.test(value)) return value
  const mustBe = key === 'typeface' || local === 'mathFont' || local === 'sym'
  return mustBe ? (local === 'mathFont' ? 'Cambria Math' : '') : plainValue(value)
}

const plainNumber = /^[-+]?(?:\d{1,10}(?:\.\d{1,12})?|\.\d{1,12})(?:%|pt|px|cm|mm|in|pc|pi|emu|em|fd?|deg)?$/

/** Numbers, lists of them, colours, single characters, and words of the list. */
function plainValue(value: string): string | undefined {
  if (value.length <= 1 || knownValues.has(value)) return value
  if (/^(?:#?[0-9A-Fa-f]{6}|#?[0-9A-Fa-f]{8}|#[0-9A-Fa-f]{3}|(?=.*\d)[0-9A-Fa-f]{4})$/.test(value)) return value
  const parts = value.split(/[\s,;]+/)
  if (parts.length <= 64 && parts.every((part) => part === '' || plainNumber.test(part))) return value
  // A colour of a drawing of old: "white [3212]".
  return /^[a-z]+ \[\d{1,4}\]$/i.test(value) && knownValues.has(value.slice(0, value.indexOf(' '))) ? value : undefined
}

/** Of a drawing of old: where it is and how large. */
function cssOf(value: string): string {
  const known = value.split(';').flatMap((each) => {
    const [name = '', said = ''] = each.split(':', 2).map((part) => part.trim())
    return /^(?:position|left|top|width|height|margin-(?:left|top)|z-index|visibility|flip|rotation|text-align|mso-(?:position|wrap|width|height|left|top)[a-z-]*|v-text-anchor)$/.test(
      name,
    ) && plainValue(said) !== undefined
      ? [`${name}:${said}`]
      : []
  })
  return known.join(';')
}

/** The number of a list that says words, such as "Dr Khan %1". */
function isLettered(local: string, attributes: Record<string, string>): boolean {
  if (local !== 'lvlText') return false
  return Object.values(attributes).some((value) => /\p{L}{2}/u.test(value))
}
