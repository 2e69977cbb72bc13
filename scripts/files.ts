/**
 * `npm run files -- move <folder or s3://bucket/prefix>`: copies every file there and compares it by its sum. The portal may run meanwhile.
 * `npm run files -- claim`: marks the store of FILES_URL as this portal's, whatever its mark says.
 * `npm run files -- sweep`: removes what no row names, also where it is so much that the hourly sweep asks first.
 */
import { parseArgs } from 'node:util'
import { sweepFiles } from '#server/backup/sweep-files.ts'
import { type Config, readSettings } from '#server/kernel/settings.ts'
import type { World } from '#server/kernel/world.ts'
import type { Files } from '#server/platform/files/files.ts'
import { copyAll } from '#server/platform/files/move.ts'
import { openFiles, filesLocation } from '#server/platform/files/open-files.ts'
import { markStore, markText, ofAnother, readMark } from '#server/platform/files/store-mark.ts'
import { BadConfig } from '#server/platform/process/config.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { makeWorld } from '#server/portal.ts'
import { claimOf } from '#server/stores.ts'
import { connectToTables } from './tables.ts'

const tellEvery = 5000

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } })
  const [command, to] = positionals
  if (command === 'move' && to && positionals.length === 2) await move(to, values.from)
  else if (command === 'claim' && !to) await claim()
  else if (command === 'sweep' && !to) await sweep()
  else sayHow()
} catch (error) {
  if ((error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')) sayHow()
  else if (error instanceof BadConfig) fail(`The settings do not work:\n${error.message}`, 78)
  else fail(`Not finished: ${reasonOf(error)}. What was copied stays; the same command goes on with the rest.`)
}

async function move(to: string, from: string | undefined): Promise<void> {
  const config = readSettings()
  const target = readSettings({ FILES_URL: to })
  const source = from === undefined ? config : readSettings({ FILES_URL: from })
  if (filesLocation(target) === filesLocation(source)) return fail(`The files are in ${filesLocation(source)} already.`)
  await carryMark(openFiles(source), openFiles(target), to)
  const told = sometimes((done) => console.log(`${done} files so far.`))
  const { copied, wereThere, differ } = await copyAll({ from: openFiles(source), to: openFiles(target) }, told)
  for (const key of differ) console.error(`${key} is not the same in ${to}.`)
  if (differ.length > 0) return fail(`${differ.length} files differ. Do the same again; change no setting yet.`)
  console.log(`${copied} files were copied, ${wereThere} were there already. All have the same sum in both places.`)
  if (from !== undefined) return
  console.log(`Now set FILES_URL=${to} on every instance and start them again. Then copy what came meanwhile:`)
  console.log(`  npm run files -- move ${to} --from ${filesLocation(source)}`)
  console.log(`Nothing was deleted in ${filesLocation(source)}: do that yourself, when a backup has the new place.`)
}

/** The new place is this portal's from the first file on. */
async function carryMark(from: Files, to: Files, location: string): Promise<void> {
  const [ours, theirs] = [readMark(await from.mark.read(), 'the store'), readMark(await to.mark.read(), location)]
  if (theirs && theirs.portal !== ours?.portal) throw new BadConfig(ofAnother(location, theirs))
  if (ours && !theirs) await to.mark.write(markText(ours))
}

async function claim(): Promise<void> {
  const config = readSettings()
  await inPortal(config, async (world) => {
    const wish = await claimOf(world, config)
    const before = readMark(await wish.files.mark.read(), wish.location)
    await markStore(world, wish)
    if (before && before.portal !== wish.portal) console.log(ofAnother(wish.location, before))
    console.log(`${wish.location} carries the mark of this portal now.`)
  })
}

async function sweep(): Promise<void> {
  await inPortal(readSettings(), async (world) => {
    const { removed, problems } = await sweepFiles(world, { all: true })
    console.log(removed === 1 ? '1 file was removed.' : `${removed} files were removed.`)
    for (const problem of problems) fail(problem)
  })
}

async function inPortal(config: Config, work: (world: World) => Promise<void>): Promise<void> {
  const log = makeLog('silent')
  const { db, clock, leave } = await connectToTables(config, log)
  const world = await makeWorld(config, { db, log, now: clock.now })
  try {
    await work(world)
  } finally {
    await world.postOffice.close()
    await leave()
  }
}

function sometimes(tell: (done: number) => void): (done: number) => void {
  let last = performance.now()
  return (done) => {
    if (performance.now() - last < tellEvery) return
    last = performance.now()
    tell(done)
  }
}

/** What was said last at the bottom of it: a store that is away is more than busy. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? reasonOf(cause) : message
}

function sayHow(): void {
  fail(
    'Say where: npm run files -- move s3://bucket/prefix. Or a folder: npm run files -- move /srv/files. Or claim, or sweep.',
  )
}

function fail(sentence: string, code = 1): void {
  console.error(sentence)
  process.exitCode = code
}
