/** `npm run add-event -- my-event.json`: adds an event with its workshops, disciplines and programmes, and makes it the current one. */
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { z } from 'zod'
import { brokenInvariants } from '#server/audit/invariants.ts'
import type { Tables } from '#server/database/tables.ts'
import { addEvent } from '#server/events/add-event.ts'
import { EventFile } from '#server/events/event-file.ts'
import { inAct } from '#server/kernel/acts.ts'
import { readSettings } from '#server/kernel/settings.ts'
import { connect } from '#server/platform/database/connect.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { endWithSentences } from '#server/platform/process/mistakes.ts'

endWithSentences()

const [file] = process.argv.slice(2)
if (!file) {
  console.error('Name the file: npm run add-event -- my-event.json. content/demo-event.json shows what it holds.')
  process.exit(1)
}
const read = EventFile.safeParse(JSON.parse(readFileSync(file, 'utf8')))
if (!read.success) {
  console.error(`${file} is not an event yet:\n${z.prettifyError(read.error)}`)
  process.exit(1)
}

const { db, clock, leave } = await connect<Tables>(readSettings(), makeLog('silent'))
try {
  const actor = { kind: 'command', name: userInfo().username } as const
  await inAct({ db, now: clock.now }, { actor, operation: 'add-event' }, async (world) => {
    await addEvent(world, read.data)
    const problems = await brokenInvariants(world)
    if (problems.length > 0) throw new Error(problems.join('\n'))
  })
  console.log(`${read.data.name} is now the current event.`)
} catch (error) {
  console.error(`Nothing was changed. ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
await leave()
