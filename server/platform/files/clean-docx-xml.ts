/** One part of a Word file written anew: changes are accepted, remarks and fields are gone, and so is every attribute that names a person or a moment. */
import { Parser } from 'htmlparser2'

type Cleaning = {
  /** Of the settings of a file a few are seen; the others tell how it came to be. */
  isSettings: boolean
  /** The relations that are left. */
  relations: ReadonlySet<string>
}

const words = (text: string) => new Set(text.split(/\s+/))

/** With all that is in them. */
const dropped = words(
  `del moveFrom rPrChange pPrChange sectPrChange tblPrChange tblPrExChange trPrChange tcPrChange tblGridChange numberingChange cellIns cellDel cellMerge
  commentRangeStart commentRangeEnd commentReference annotationRef moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd
  customXmlInsRangeStart customXmlInsRangeEnd customXmlDelRangeStart customXmlDelRangeEnd customXmlMoveFromRangeStart customXmlMoveFromRangeEnd customXmlMoveToRangeStart customXmlMoveToRangeEnd
  bookmarkStart bookmarkEnd permStart permEnd proofErr sdtPr sdtEndPr smartTagPr customXmlPr instrText delInstrText delText fldChar fldData ffData
  OLEObject control altChunk subDoc contentPart extLst hlinkClick hlinkHover hlinkMouseOver externalData userShapes printSettings printerSettings
  embedRegular embedBold embedItalic embedBoldItalic rsids rsid dataBinding docVars attachedTemplate`,
)
/** What is in them stays. */
const opened = words('ins moveTo hyperlink sdt sdtContent smartTag customXml fldSimple')
/** Without what they point to they are nothing. */
const pointers = words('headerReference footerReference relIds chart')
const shownSettings = words(
  `zoom mirrorMargins gutterAtTop evenAndOddHeaders defaultTabStop autoHyphenation hyphenationZone characterSpacingControl footnotePr endnotePr
  compat mathPr themeFontLang clrSchemeMapping decimalSymbol listSeparator`,
)
const droppedAttributes =
  /^(?:rsid\w*|paraId|textId|anchorId|editId|author|date|initials|userId|durableId|descr|title|alt|href|gfxdata|link|relid|instr|dirty)$/
/** Must have a name, and it may be empty. */
const nameless = words('docPr cNvPr')
const linesEnd = words('p tc tr br cr tab v pt')
const relationships =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/officeDocument\/2006|purl\.oclc\.org\/ooxml\/officeDocument)\/relationships$/
const isName = /^[A-Za-z_][\w.:-]*$/

type CleanXml = {
  xml: string
  text: string
  /** Names and words that stand in attributes. */
  chosen: string[]
}

export function cleanXml(xml: string, { isSettings, relations }: Cleaning): CleanXml {
  const written: string[] = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n']
  const text: string[] = []
  const said = new Set<string>()
  const prefixes = new Set(['r'])
  /** Of each open element whether its tags are written; behind `hiddenAt` nothing is. */
  const open: boolean[] = []
  let hiddenAt: number | undefined

  const isDropped = (local: string, attributes: Record<string, string>): boolean => {
    if (dropped.has(local) || (isSettings && open.length === 1 && !shownSettings.has(local))) return true
    const isLost = (key: string) => isRelation(key, prefixes) && !relations.has(attributes[key] ?? '')
    return pointers.has(local) && Object.keys(attributes).some(isLost)
  }
  const begin = (name: string, attributes: Record<string, string>) => {
    const local = localOf(name)
    for (const [key, value] of Object.entries(attributes))
      if (key.startsWith('xmlns:') && relationships.test(value)) prefixes.add(key.slice(6))
    const isHidden = hiddenAt !== undefined || !isName.test(name) || isDropped(local, attributes)
    if (isHidden) hiddenAt ??= open.length
    const isWritten = !isHidden && !opened.has(local)
    open.push(isWritten)
    if (!isWritten) return
    const kept = Object.entries(attributes).flatMap(([key, value]) => attributeOf({ local, key, value }, said))
    const known = kept.filter(([key, value]) => !isRelation(key, prefixes) || relations.has(value))
    written.push(`<${name}${known.map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join('')}>`)
  }
  const end = (name: string) => {
    const isWritten = open.pop()
    if (isWritten) written.push(`</${name}>`)
    if (hiddenAt === undefined && linesEnd.has(localOf(name))) text.push('\n')
    if (hiddenAt === open.length) hiddenAt = undefined
  }
  let isFormula = false
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        // Where a chart has its figures from: often a file with somebody's name.
        isFormula = localOf(name) === 'f'
        begin(name, attributes)
      },
      ontext: (some) => {
        if (hiddenAt !== undefined || isFormula) return
        written.push(escapeXml(some))
        text.push(some)
      },
      onclosetag: (name) => {
        isFormula = false
        end(name)
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return { xml: written.join(''), text: text.join(''), chosen: [...said] }
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

const isRelation = (key: string, prefixes: ReadonlySet<string>): boolean =>
  key.includes(':') && prefixes.has(key.slice(0, key.indexOf(':')))

type Attribute = { local: string; key: string; value: string }

/** What people choose themselves, such as names of styles and words of a watermark, is told, to be searched as the text is. */
function attributeOf({ local, key, value }: Attribute, said: Set<string>): [string, string][] {
  const name = localOf(key)
  if (!isName.test(key) || (!key.startsWith('xmlns') && droppedAttributes.test(name))) return []
  if (nameless.has(local) && name === 'name') return [[key, '']]
  const isChosen =
    name === 'string' || name === 'name' || (name === 'id' && /\D/.test(value)) || (local === 'name' && name === 'val')
  if (isChosen) said.add(value)
  return [[key, value]]
}
