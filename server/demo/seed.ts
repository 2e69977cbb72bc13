import { readFileSync } from 'node:fs'
import { addVerifiedAccount } from '#server/accounts/register.ts'
import { addEvent, addProgrammes } from '#server/events/add-event.ts'
import { EventFile, ProgrammesFile } from '#server/events/event-file.ts'
import { inTransaction, type World } from '#server/world.ts'

/** Whoever tries the demonstration signs in as her. */
export const demoPerson = {
  email: 'mehak.soomro@example.org',
  fullName: 'Dr Mehak Soomro',
  password: 'demo-conference',
}

/** Fills an empty database: the programmes of the college always, the demo event only where nobody's real data can be meant. To be called in turn. */
export async function seed(world: World, { demo }: { demo: boolean }): Promise<void> {
  await inTransaction(world, async (world) => {
    const filled = await world.db.selectFrom('programme').select('id').limit(1).executeTakeFirst()
    if (filled) return
    await addProgrammes(world, ProgrammesFile.parse(read('first-programmes')).programmes)
    if (!demo) return
    await addEvent(world, EventFile.parse(read('demo-event')))
    await addVerifiedAccount(world, demoPerson)
  })
}

/** A file of the college's words. */
function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../content/${name}.json`, import.meta.url), 'utf8'))
}
