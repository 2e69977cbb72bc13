import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A key of 256 bits that is made at the first start and kept in DATA_DIR, readable by nobody else. */
export function secretNamed(name: string, dataDir: string): Buffer {
  const folder = join(dataDir, 'secrets')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, name)
  try {
    return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  try {
    // A link fails where a name exists: of two servers that start at once, both read the key of the first.
    linkSync(fresh, file)
  } catch {}
  rmSync(fresh)
  return secretNamed(name, dataDir)
}
