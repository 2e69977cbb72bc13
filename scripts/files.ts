/** `npm run files -- move <folder or s3://bucket/prefix>`: copies every file there and compares it by its sum. The portal may run meanwhile. */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { copyAll } from '#server/platform/files/move.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { BadConfig } from '#server/platform/process/config.ts'
import { type Config, readSettings } from '#server/settings.ts'

const tellEvery = 5000

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } })
  const [command, to] = positionals
  if (command === 'move' && to && positionals.length === 2) await move(to, values.from)
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
  if (placeOf(target) === placeOf(source)) return fail(`The files are in ${placeOf(source)} already.`)
  const told = sometimes((done) => console.log(`${done} files so far.`))
  const { copied, wereThere, differ } = await copyAll({ from: openFiles(source), to: openFiles(target) }, told)
  for (const key of differ) console.error(`${key} is not the same in ${to}.`)
  if (differ.length > 0) return fail(`${differ.length} files differ. Do the same again; change no setting yet.`)
  console.log(`${copied} files were copied, ${wereThere} were there already. All have the same sum in both places.`)
  if (from !== undefined) return
  console.log(`Now set FILES_URL=${to} on every instance and start them again. Then copy what came meanwhile:`)
  console.log(`  npm run files -- move ${to} --from ${placeOf(source)}`)
  console.log(`Nothing was deleted in ${placeOf(source)}: do that yourself, when a backup has the new place.`)
}

/** As FILES_URL names it. */
function placeOf({ FILES_URL, DATA_DIR }: Config): string {
  if (FILES_URL?.startsWith('s3://')) return FILES_URL
  return FILES_URL ? resolve(FILES_URL) : join(DATA_DIR, 'files')
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
  fail('Say where: npm run files -- move s3://bucket/prefix. Or a folder: npm run files -- move /srv/files')
}

function fail(sentence: string, code = 1): void {
  console.error(sentence)
  process.exitCode = code
}
