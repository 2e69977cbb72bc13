/**
 * What browsers load piece by piece, kept for a day after another build took its place: a page that was opened before an upgrade still
 * finds its parts. Each start leaves those of its own build here, and reads those of the others.
 */
import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const keptFor = 86_400_000
/** Whoever develops builds often; nobody has pages of all of them open. */
const buildsAtMost = 10

/** A name that says what is in the file: the same name of two builds is the same file. Whatever has no such name is never kept. */
export const isHashed = (name: string): boolean => /-[\w-]{8}\.[a-z\d]+(\.(br|gz))?$/.test(name)

type Parts = {
  /** The folder of the present build, in which the part `inside` has hashed names. */
  build: string
  inside: string
  /** Where they are kept. */
  home: string
  now: Date
}

/** The folders of other builds that are still asked for, shaped like `build`; the latest first. */
export function keepParts({ build, inside, home, now }: Parts): string[] {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const own = nameOf(join(build, inside))
  if (!existsSync(join(home, own))) copyIn(join(build, inside), { home, own, inside })
  // Back after another had taken its place.
  rmSync(join(home, noteOf(own)), { force: true })

  const others = readdirSync(home, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== own)
    .map(({ name }) => ({ name, replacedAt: replacedAt(join(home, noteOf(name)), now) }))
    .toSorted((one, other) => other.replacedAt - one.replacedAt)
  const kept = others.filter(({ replacedAt }, at) => now.getTime() - replacedAt < keptFor && at < buildsAtMost)
  for (const { name } of others) {
    if (kept.some((each) => each.name === name)) continue
    rmSync(join(home, name), { recursive: true, force: true })
    rmSync(join(home, noteOf(name)), { force: true })
  }
  return kept.filter(({ name }) => !name.endsWith(unfinished)).map(({ name }) => join(home, name))
}

const unfinished = '.part'
const noteOf = (name: string) => `${name}.replaced`

function nameOf(folder: string): string {
  return createHash('sha256').update(partsIn(folder).join('\n')).digest('hex').slice(0, 16)
}

function partsIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter(isHashed).toSorted()
}

/** Whole or not at all: a start that is killed leaves an unfinished folder, which goes after a day like the others. */
function copyIn(from: string, { home, own, inside }: { home: string; own: string; inside: string }): void {
  const fresh = join(home, `${own}-${randomUUID()}${unfinished}`)
  for (const name of partsIn(from)) cpSync(join(from, name), join(fresh, inside, name))
  try {
    renameSync(fresh, join(home, own))
  } catch (error) {
    // Another instance of the same build was faster.
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(join(home, own))) throw error
  }
}

/** When a start first found it replaced: a build that served for months was in use until then. */
function replacedAt(note: string, now: Date): number {
  const noted = existsSync(note) ? Date.parse(readFileSync(note, 'utf8')) : Number.NaN
  if (!Number.isNaN(noted)) return noted
  writeFileSync(note, now.toISOString())
  return now.getTime()
}
