/** What the parts of a Word file say: of which kind each other is, where it is fetched from, and what Word is to do with it. */
import { Parser } from 'htmlparser2'
import { isElsewhere, isOnAShare } from './elsewhere.ts'
import { readFields } from './word-fields.ts'

/** Of its kind, but it could harm whoever opens it. */
export class Harm extends Error {}

export type Part = {
  take: (bytes: Buffer) => void
  /** Whether it has to be gone through once more, as XML. */
  wantsReading: () => boolean
  reader: { take: (bytes: Buffer) => void }
  /** The kinds that it names, where it is the list of them. */
  types: () => string[]
}

const again = 16
const mostRead = 32 * 1024 * 1024
/** Whatever their names: the container of macros and of objects of other programs, and other documents. */
const container = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const zipped = Buffer.from('PK\x03\x04', 'latin1')
const richText = Buffer.from('{\\rt', 'latin1')
const harmfulKind = /vbaProject|vbaData|activeX|oleObject|macrosheet/i
const harmfulRelation =
  /^(?:vbaProject\w*|wordVbaData|oleObject|control|activeXControl\w*|xlMacrosheet|xlIntlMacrosheet|macrosheet)$/i
/** Shown only, or followed with a click. */
const mayBeElsewhere = /^(?:hyperlink|image|video|audio|media)$/i

export function readPart(name: string, allNames: readonly string[]): Part {
  const isAlwaysRead = name === '[Content_Types].xml' || /\.rels$/i.test(name)
  const types: string[] = []
  let [hasFields, isWide, isNested] = [false, false, false]
  let end: Buffer | undefined
  const take = (bytes: Buffer) => {
    if (!end) {
      refuseByBeginning(bytes)
      isWide = wideOf(bytes) !== undefined
      isNested = bytes.subarray(0, 4).equals(zipped)
    }
    const seen = end ? Buffer.concat([end, bytes]) : bytes
    // The names in a zip are written out.
    if (isNested && seen.includes('vbaProject')) throw new Harm('macros in a document inside the document')
    hasFields ||= seen.includes('instr')
    end = Buffer.from(bytes.subarray(-again))
  }
  return {
    take,
    wantsReading: () => isAlwaysRead || hasFields || isWide,
    reader: readXml(types, allNames),
    types: () => types,
  }
}

function refuseByBeginning(bytes: Buffer): void {
  const first = bytes.subarray(0, 4)
  if (first.equals(container) || first.equals(richText)) throw new Harm('an object of another program')
}

/** XML may also be written with two bytes for each character. */
function wideOf(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? 'utf-16be' : undefined
}

function readXml(types: string[], allNames: readonly string[]): { take: (bytes: Buffer) => void } {
  const fields = readFields()
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const local = withoutPrefix(name)
        if (local === 'Relationship') refuseRelation(attributes)
        if (local === 'Override' || local === 'Default') types.push(kindIn(attributes, allNames))
        fields.open(local, attributes)
      },
      ontext: (text) => fields.text(text),
      onclosetag: (name) => fields.close(withoutPrefix(name)),
    },
    { xmlMode: true },
  )
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let read = 0
  return {
    take: (bytes) => {
      if ((read += bytes.length) > mostRead) throw new Harm('more text than anybody writes')
      decoder ??= new TextDecoder(wideOf(bytes) ?? 'utf-8')
      parser.write(decoder.decode(bytes, { stream: true }))
      if (fields.startAProgram()) throw new Harm('a field that starts a program')
    },
  }
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)

/** A kind for an extension that no part has means nothing: some programs always write the same list. */
function kindIn({ ContentType = '', PartName, Extension = '' }: Record<string, string>, allNames: readonly string[]) {
  const ending = `.${Extension}`.toLowerCase()
  const isUsed = PartName !== undefined || allNames.some((name) => name.toLowerCase().endsWith(ending))
  if (isUsed && harmfulKind.test(ContentType)) throw new Harm('a part that is run')
  return ContentType
}

function refuseRelation({ Type = '', Target = '', TargetMode }: Record<string, string>): void {
  const kind = Type.slice(Type.lastIndexOf('/') + 1)
  if (harmfulRelation.test(kind)) throw new Harm('macros, or an object of another program')
  const leadsAway = isElsewhere(Target) && (TargetMode !== undefined || kind === 'attachedTemplate')
  if (!leadsAway || kind === 'hyperlink') return
  if (!mayBeElsewhere.test(kind) || isOnAShare(Target)) throw new Harm('fetched from another machine when it is opened')
}
