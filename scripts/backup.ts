/**
 * `npm run backup -- <folder>`: makes one backup of database, files and secrets, beside the running portal or without it. `--claim` marks the
 * folder as this portal's, whatever it carries. `--whole` makes one file that needs nothing beside it.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp } from '#server/backup/back-up.ts'
import { filesOf } from '#server/backup/format.ts'
import { planBackup, sizeText } from '#server/backup/plan.ts'
import { sentenceOf } from '#server/backup/refused.ts'
import type { Tables } from '#server/database/tables.ts'
import { readSettings } from '#server/kernel/settings.ts'
import { connect } from '#server/platform/database/connect.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { endWithSentences } from '#server/platform/process/mistakes.ts'

endWithSentences()

const flag = { type: 'boolean', default: false } as const
const { values: words, positionals } = parseArgs({
  allowPositionals: true,
  options: { plain: flag, claim: flag, whole: flag, 'with-files': flag, 'with-settings': flag },
})
const config = readSettings()
const log = makeLog('silent')
const { url, db, clock, leave } = await connect<Tables>(config, log)
const world = { db, log, now: clock.now, files: openFiles(config) }
try {
  const plan = planBackup(config, url, {
    folder: positionals[0],
    plain: words.plain,
    isWhole: words.whole,
    claims: words.claim,
    withFiles: words['with-files'],
    withSettings: words['with-settings'],
  })
  const { path, bytes, added, manifest } = await backUp(world, plan)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`${path} (${sizeText(bytes)}, ${rows} rows, ${filesOf(manifest).size} files)`)
  if (manifest.shared)
    console.log(
      `Files and tables are in ${join(plan.folder, manifest.shared.folder)}: ${sizeText(added)} were added, the rest was there. The backup needs that folder beside it.`,
    )
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
