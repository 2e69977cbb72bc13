/** `npm run abstracts`: what was removed or withdrawn. `npm run abstracts -- restore <id>` brings one back into its owner's list. */
import { userInfo } from 'node:os'
import { restoreAbstract, takenBack } from '#server/abstracts/remove.ts'
import { inAct } from '#server/kernel/acts.ts'
import { readSettings } from '#server/kernel/settings.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { endWithSentences } from '#server/platform/process/mistakes.ts'
import { makeWorld } from '#server/portal.ts'
import { connectToTables } from './tables.ts'

endWithSentences()

const config = readSettings()
const log = makeLog('silent')
const { db, clock, leave } = await connectToTables(config, log)
const world = await makeWorld(config, { db, log, now: clock.now })
const [command, id = ''] = process.argv.slice(2)
try {
  if (command === 'restore') await restore()
  else await list()
} finally {
  await world.postOffice.close()
  await leave()
}

async function list(): Promise<void> {
  const found = await takenBack(world)
  for (const { id, number, email, titlePlain, removedAt, withdrawnAt } of found) {
    const what = withdrawnAt ? `withdrawn, number ${number}` : 'removed draft'
    console.log(`${id}  ${(withdrawnAt ?? removedAt)?.toISOString()}  ${what}  ${email}  ${titlePlain}`)
  }
  console.log(found.length === 0 ? 'Nothing was removed or withdrawn.' : `${found.length} can be brought back.`)
}

async function restore(): Promise<void> {
  const actor = { kind: 'command', name: userInfo().username } as const
  const act = { actor, operation: 'abstracts restore', about: { kind: 'abstract', id } }
  const endOf = (isThere: boolean) =>
    isThere ? ({ outcome: 'done' } as const) : ({ outcome: 'refused', refusal: 'nothing to restore' } as const)
  const isThere =
    /^\d{1,9}$/.test(id) && (await inAct(world, { ...act, endOf }, (world) => restoreAbstract(world, Number(id))))
  console.log(isThere ? `Abstract ${id} is back in its owner's list.` : 'Say which: npm run abstracts -- restore 12')
  process.exitCode = isThere ? 0 : 1
}
