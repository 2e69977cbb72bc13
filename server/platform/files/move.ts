/** Copies all files from one place to another, each compared by its sum. It may be ended at any moment and begun again; nothing is deleted. */
import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDown } from '#server/platform/http/uploads.ts'
import { sumOf } from './check.ts'
import type { Files } from './files.ts'

type Stores = { from: Files; to: Files }
export type Moved = { copied: number; wereThere: number; differ: string[] }

const atOnce = 4

/** `told` hears after each file how many are done. */
export async function copyAll(stores: Stores, told: (done: number) => void = () => {}): Promise<Moved> {
  const moved: Moved = { copied: 0, wereThere: 0, differ: [] }
  const names = stores.from.list()[Symbol.asyncIterator]()
  await mkdir(stores.to.incoming, { recursive: true, mode: 0o700 })
  const worker = async () => {
    for (let next = await names.next(); !next.done; next = await names.next()) {
      const { key } = next.value
      const became = await copyOne(stores, key)
      if (became === 'differs') moved.differ.push(key)
      else if (became !== 'gone') moved[became] += 1
      told(moved.copied + moved.wereThere)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return moved
}

/** What is there already counts only if its bytes are the same: the copy may have been cut, or the store have lost some. */
async function copyOne({ from, to }: Stores, key: string): Promise<'copied' | 'wereThere' | 'differs' | 'gone'> {
  const sum = await sumOf(from, key)
  // Removed since it was listed: its owner took it back.
  if (!sum) return 'gone'
  if ((await sumOf(to, key))?.equals(sum)) return 'wereThere'
  const file = await from.get(key)
  if (!file) return 'gone'
  const path = join(to.incoming, randomBytes(16).toString('hex'))
  try {
    await to.adopt(key, await writeDown(file.bytes, path))
  } finally {
    await rm(path, { force: true })
  }
  return (await sumOf(to, key))?.equals(sum) ? 'copied' : 'differs'
}
