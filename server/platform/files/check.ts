/** Whether the files that rows name are where files are kept, and whether they are still what they were. */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Files } from './files.ts'

/** `sha256` is null for a file whose sum nobody took when it arrived. */
export type NamedFile = { key: string; sha256: Buffer | null }

/** Asks the store for the names of all that it has, once; what rows no longer name when that is done was removed meanwhile and is not missed. */
export async function missingFrom(files: Files, named: () => Promise<NamedFile[]>): Promise<string[]> {
  const before = await named()
  const there = new Set<string>()
  for (const kind of new Set(before.map(({ key }) => key.slice(0, key.indexOf('/')))))
    for await (const { key } of files.list(kind)) there.add(key)
  const lost = new Set(before.filter(({ key }) => !there.has(key)).map(({ key }) => key))
  if (lost.size === 0) return []
  return (await named()).filter(({ key }) => lost.has(key)).map(({ key }) => key)
}

/** Of those that have a sum and are there, the ones whose bytes are others now. */
export async function damagedAmong(files: Files, sample: NamedFile[]): Promise<string[]> {
  const damaged: string[] = []
  for (const { key, sha256 } of sample) {
    const sum = sha256 && (await sumOf(files, key))
    if (sum && !sum.equals(sha256)) damaged.push(key)
  }
  return damaged
}

/** One in a hundred, and at least twenty if there are as many. */
export function sampleOf(named: NamedFile[], random: () => number = Math.random): NamedFile[] {
  const withSum = named.filter(({ sha256 }) => sha256 !== null)
  const many = Math.min(withSum.length, Math.max(20, Math.ceil(withSum.length / 100)))
  // The first steps of a shuffle.
  for (let at = 0; at < many; at += 1) {
    const other = at + Math.floor(random() * (withSum.length - at))
    const [one, two] = [withSum[at] as NamedFile, withSum[other] as NamedFile]
    withSum[at] = two
    withSum[other] = one
  }
  return withSum.slice(0, many)
}

/** Undefined when there is no such file. */
export async function sumOf(files: Files, key: string): Promise<Buffer | undefined> {
  const file = await files.get(key)
  return file && sumOfBytes(file.bytes)
}

async function sumOfBytes(bytes: Readable): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const part of bytes) hash.update(part as Buffer)
  return hash.digest()
}
