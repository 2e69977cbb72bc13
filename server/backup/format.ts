/**
 * What a backup looks like inside: one tar of parts, and at its end the manifest that says what each part must be. Files and tables are parts of it,
 * or lie in a folder beside it that all backups share (decision 0100).
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'

/** Counted up when an older version could no longer read it. */
export const formatNumber = 2

export const manifestName = 'manifest.json'

const Sum = z.string().regex(/^[0-9a-f]{64}$/)
const Size = z.number().int().nonnegative()

const SharedPart = z.object({
  /** Of the content. */
  sha256: Sum,
  size: Size,
  /** The beginning of the sum of what lies there, encrypted. */
  name: z.string().regex(/^[0-9a-f]{32}$/),
  stored: Size,
  /** Opens this part and no other, in base64. */
  key: z.string(),
})
export type SharedPart = z.infer<typeof SharedPart>

export const Manifest = z.object({
  format: z.number().int(),
  /** Of the portal that wrote it. */
  version: z.string(),
  beganAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: Sum })),
  events: z.array(z.string()),
  /** In an order in which they can be loaded. The sum is of the text as COPY gives it, before it is compressed. */
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: Size,
      bytes: Size,
      sha256: Sum,
      parts: Size,
      /** Of a table that lies beside, the sums of its parts in their order. */
      chunks: z.array(Sum).default([]),
    }),
  ),
  /** What lies beside. */
  shared: z
    .object({
      folder: z.string().regex(/^colloquium-shared-[0-9a-f]{8}$/),
      files: z.array(z.object({ key: z.string(), sha256: Sum })),
      parts: z.array(SharedPart),
    })
    .optional(),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Of files that stay in their bucket. */
  inBucket: z.array(z.object({ key: z.string(), size: Size })),
  /** Keys that rows name and that were nowhere to be found when it was written. */
  lost: z.array(z.string()),
  parts: z.array(z.object({ name: z.string(), size: Size, sha256: Sum })),
})
export type Manifest = z.infer<typeof Manifest>
export type Part = Manifest['parts'][number]
export type TablePart = Manifest['tables'][number]

export const tablePart = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(5, '0')}.gz`
export const filePart = (key: string): string => `files/${key}`
export const secretPart = (name: string): string => `secrets/${name}`
export const settingsPart = 'settings/env'

/** Every file in it, wherever it lies: by key. */
export function filesOf({
  parts,
  shared,
}: Pick<Manifest, 'parts' | 'shared'>): Map<string, { size: number; sha256: string }> {
  const inside = parts.filter(({ name }) => name.startsWith('files/'))
  const sums = new Map(shared?.parts.map((part) => [part.sha256, part.size]))
  return new Map([
    ...inside.map(({ name, size, sha256 }) => [name.slice('files/'.length), { size, sha256 }] as const),
    ...(shared?.files ?? []).map(({ key, sha256 }) => [key, { size: sums.get(sha256) ?? 0, sha256 }] as const),
  ])
}

/** Its own sum stands in its first line: in a plain backup nothing else would notice a bit that turned over in it. */
export function manifestText(manifest: Manifest): Buffer {
  const text = Buffer.from(JSON.stringify(manifest))
  return Buffer.concat([Buffer.from(`${sumOf(text)}\n`), text])
}

/** Undefined when it is not what was written. */
export function readManifest(bytes: Buffer): Manifest | undefined {
  const text = bytes.subarray(65)
  if (bytes.subarray(0, 64).toString() !== sumOf(text)) return undefined
  return Manifest.parse(JSON.parse(text.toString()))
}

export function sumOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
