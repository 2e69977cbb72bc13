/**
 * `npm run backup -- <folder>`: makes one backup of database, files and secrets, beside the running portal or without it. `--claim` marks the
 * folder as this portal's, whatever it carries.
 */
import { parseArgs } from 'node:util'
import { backUp } from '#server/backup/back-up.ts'
import { planBackup, sizeText } from '#server/backup/plan.ts'
import { sentenceOf } from '#server/backup/refused.ts'
import { endWithSentences } from '#server/mistakes.ts'
import { connect } from '#server/platform/database/connect.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { readSettings } from '#server/settings.ts'
import type { Tables } from '#server/tables.ts'

endWithSentences()

const flag = { type: 'boolean', default: false } as const
const { values: words, positionals } = parseArgs({
  allowPositionals: true,
  options: { plain: flag, claim: flag, 'with-files': flag, 'with-settings': flag },
})
const config = readSettings()
const log = makeLog('silent')
const { url, db, clock, leave } = await connect<Tables>(config, log)
const world = { db, log, now: clock.now, files: openFiles(config) }
try {
  const plan = planBackup(config, url, {
    folder: positionals[0],
    plain: words.plain,
    claims: words.claim,
    withFiles: words['with-files'],
    withSettings: words['with-settings'],
  })
  const { path, bytes, manifest } = await backUp(world, plan)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const files = manifest.parts.filter(({ name }) => name.startsWith('files/')).length
  console.log(`${path} (${sizeText(bytes)}, ${rows} rows, ${files} files)`)
  if (plan.recipients.length === 0) console.log('It is not encrypted: whoever has the file has everything in it.')
  if (manifest.inBucket.length > 0)
    console.log(`${manifest.inBucket.length} files stay in their bucket, and are listed. --with-files copies them too.`)
  if (manifest.lost.length > 0)
    console.log(`${manifest.lost.length} files that rows name are not where files are kept.`)
} catch (error) {
  console.error(sentenceOf(error))
  process.exitCode = 1
} finally {
  await leave()
}
