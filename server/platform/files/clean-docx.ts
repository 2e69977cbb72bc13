import { dirname, join, normalize } from 'node:path/posix'
/** A Word file packed anew: its text, its looks and its pictures, each by a written list. Who wrote it, when, with whom and on which machine stays behind. */
import { buffer } from 'node:stream/consumers'
import { Parser } from 'htmlparser2'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import yazl from 'yazl'
import type { Cannot, Made } from './clean-copy.ts'
import { cleanXml, escapeXml, type Numbered, textOfXml } from './clean-docx-xml.ts'
import { pictureAnew } from './pictures.ts'

const megabyte = 1024 * 1024
const most = { entries: 2000, xml: 16 * megabyte, total: 120 * megabyte }
const office = 'application/vnd.openxmlformats-officedocument'
const mainPart = 'word/document.xml'
/** Of all kinds of parts, those that are seen. */
const kinds = new Set([
  ...['document.main', 'styles', 'numbering', 'footnotes', 'endnotes', 'header', 'footer', 'settings'].map(
    (kind) => `${office}.wordprocessingml.${kind}+xml`,
  ),
  `${office}.drawingml.chart+xml`,
  `${office}.theme+xml`,
])
const pictures: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/gif': 'gif',
}
/** Always beside a picture of another kind, for older programs. */
const spare = new Set(['image/svg+xml', 'image/vnd.ms-photo'])

type Relation = { id: string; newId: string; type: string; target: string }
type Part = { name: string; kind: string; newName: string; relations: Relation[]; bytes: Buffer }
type Opened = { zip: ZipFile; entries: Map<string, Entry>; kindOf: (name: string) => string | undefined }

class Refused extends Error {
  readonly why: Cannot
  constructor(why: Cannot) {
    super(why)
    this.why = why
  }
}

export async function cleanDocx(bytes: Buffer): Promise<Made | Cannot> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true })
  try {
    const parts = await partsOf(await openedFrom(zip))
    const words: string[] = []
    const numbered = numbering()
    let isRead = true
    const files = parts.map((part) => {
      if (part.kind in pictures) return { name: part.newName, bytes: part.bytes }
      const clean = cleanXml(textOfXml(part.bytes), {
        isSettings: part.kind.endsWith('.settings+xml'),
        relations: new Map(part.relations.map(({ id, newId }) => [id, newId])),
        numbered,
      })
      words.push(clean.text)
      isRead &&= clean.isRead
      return { name: part.newName, bytes: Buffer.from(clean.xml) }
    })
    const text = words.join('\n')
    return { bytes: await packed([...frame(parts), ...files]), text, isRead: isRead && text.trim() !== '', pages: 0 }
  } catch (error) {
    if (error instanceof Refused) return error.why
    throw error
  }
}

/** The same name has the same number in every part. */
function numbering(): Numbered {
  const known = new Map<string, string>()
  return (kind, name) => {
    const key = `${kind} ${name}`
    const number = known.get(key) ?? `${kind === 'style' ? 's' : ''}${known.size + 1}`
    known.set(key, number)
    return number
  }
}

async function openedFrom(zip: ZipFile): Promise<Opened> {
  if (zip.entryCount > most.entries) throw new Refused('too large')
  const entries = new Map<string, Entry>()
  let total = 0
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new Refused('encrypted')
    // The directory says what the whole comes to: a bomb is refused before any of it is unpacked.
    if ((total += entry.uncompressedSize) > most.total) throw new Refused('too large')
    entries.set(entry.fileName, entry)
  }
  const opened = { zip, entries, kindOf: () => undefined }
  return { ...opened, kindOf: kindsIn(textOfXml(await unpacked(opened, '[Content_Types].xml'))) }
}

async function unpacked({ zip, entries }: Opened, name: string): Promise<Buffer> {
  const entry = entries.get(name)
  if (!entry) throw new Refused('broken')
  if (entry.uncompressedSize > most.xml && /\.(?:xml|rels)$/i.test(name)) throw new Refused('too large')
  return buffer(await zip.openReadStreamPromise(entry))
}

/** What is reached from the text, each once. */
async function partsOf(opened: Opened): Promise<Part[]> {
  const parts = new Map<string, Part>()
  const waiting = [mainPart]
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const kind = opened.kindOf(name)
    if (kind === undefined || parts.has(name)) continue
    const relations = await relationsOf(opened, name)
    const bytes = kind in pictures ? await redrawn(opened, name) : await unpacked(opened, name)
    parts.set(name, { name, kind, newName: newName(parts.size, name, kind), relations, bytes })
    waiting.push(...relations.map(({ target }) => target))
  }
  if (!parts.get(mainPart)?.kind.endsWith('.document.main+xml')) throw new Refused('broken')
  const renamed = (target: string) => parts.get(target)?.newName ?? ''
  return [...parts.values()].map((part) => ({
    ...part,
    relations: part.relations.map((each) => ({ ...each, target: renamed(each.target) })),
  }))
}

/** Nothing but a number: people give pictures the names of patients and of themselves. */
function newName(at: number, name: string, kind: string): string {
  if (name === mainPart) return name
  return kind in pictures ? `word/media/image${at}.${pictures[kind]}` : `word/part${at}.xml`
}

async function redrawn(opened: Opened, name: string): Promise<Buffer> {
  const drawn = await pictureAnew(await unpacked(opened, name))
  if (typeof drawn === 'string') throw new Refused(drawn === 'too many pixels' ? 'too large' : 'odd pictures')
  return drawn
}

/** Those to parts that are kept; nothing outside of the file. */
async function relationsOf(opened: Opened, name: string): Promise<Relation[]> {
  const list = join(dirname(name), '_rels', `${name.slice(name.lastIndexOf('/') + 1)}.rels`)
  if (!opened.entries.has(list)) return []
  const found: Relation[] = []
  for (const { Id = '', Type = '', Target = '', TargetMode = '' } of elementsOf(
    textOfXml(await unpacked(opened, list)),
    'Relationship',
  )) {
    const target = normalize(Target.startsWith('/') ? Target.slice(1) : join(dirname(name), Target))
    if (TargetMode === 'External' || !opened.entries.has(target)) continue
    const kind = opened.kindOf(target) ?? ''
    if (kind.startsWith('image/') && !(kind in pictures) && !spare.has(kind)) throw new Refused('odd pictures')
    // What is shown as a diagram is spread over parts with names of their own making.
    if (/diagram/i.test(kind)) throw new Refused('odd pictures')
    if (kinds.has(kind) || kind in pictures)
      found.push({ id: Id, newId: `rId${found.length + 1}`, type: typeOf(Type), target })
  }
  return found
}

const ofRelations =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/officeDocument\/2006|purl\.oclc\.org\/ooxml\/officeDocument)\/relationships\/[a-zA-Z]{1,20}$/

/** One that no list has could say anything. */
function typeOf(type: string): string {
  if (!ofRelations.test(type)) throw new Refused('broken')
  return type
}

/** By the list of the file itself: for one part, or for all with an ending. */
function kindsIn(xml: string): Opened['kindOf'] {
  const named = new Map<string, string>()
  const endings = new Map<string, string>()
  for (const { PartName = '', ContentType = '' } of elementsOf(xml, 'Override'))
    named.set(PartName.slice(1), ContentType)
  for (const { Extension = '', ContentType = '' } of elementsOf(xml, 'Default'))
    endings.set(Extension.toLowerCase(), ContentType)
  return (name) => named.get(name) ?? endings.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}

function elementsOf(xml: string, wanted: string): Record<string, string>[] {
  const found: Record<string, string>[] = []
  const parser = new Parser(
    { onopentag: (name, attributes) => name.endsWith(wanted) && found.push(attributes) },
    { xmlMode: true },
  )
  parser.end(xml)
  return found
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

type File = { name: string; bytes: Buffer }

/** The lists that hold the parts together, of our own writing. */
function frame(parts: readonly Part[]): File[] {
  const overrides = parts
    .filter(({ kind }) => !(kind in pictures))
    .map(({ newName, kind }) => `<Override PartName="/${newName}" ContentType="${escapeXml(kind)}"/>`)
  const defaults = Object.entries({
    png: 'image/png',
    jpg: 'image/jpeg',
    gif: 'image/gif',
    xml: 'application/xml',
  }).map(([ending, kind]) => `<Default Extension="${ending}" ContentType="${kind}"/>`)
  const rels = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
  const main = [{ id: 'rId1', newId: 'rId1', type: `${documents}/officeDocument`, target: mainPart }]
  const lists = parts.filter(({ relations }) => relations.length > 0)
  return [
    fileOf(
      '[Content_Types].xml',
      `<Types xmlns="${packages}/content-types">${rels}${defaults.join('')}${overrides.join('')}</Types>`,
    ),
    fileOf('_rels/.rels', listOf(main)),
    ...lists.map(({ newName, relations }) =>
      fileOf(join(dirname(newName), '_rels', `${newName.slice(newName.lastIndexOf('/') + 1)}.rels`), listOf(relations)),
    ),
  ]
}

const fileOf = (name: string, xml: string): File => ({ name, bytes: Buffer.from(declaration + xml) })

function listOf(relations: readonly Relation[]): string {
  const lines = relations.map(
    ({ newId, type, target }) =>
      `<Relationship Id="${newId}" Type="${escapeXml(type)}" Target="/${escapeXml(target)}"/>`,
  )
  return `<Relationships xmlns="${packages}/relationships">${lines.join('')}</Relationships>`
}

/** The day from which zip files count: none of ours says when it was made. */
const noDay = new Date(1980, 0, 1)

async function packed(files: readonly File[]): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const { name, bytes } of files) zip.addBuffer(bytes, name, { mtime: noDay, forceDosTimestamp: true })
  zip.end()
  return buffer(zip.outputStream)
}
