import { readFileSync } from 'node:fs'
import type { StaffRole } from '#contract/accounts/permissions.ts'
import { findAccount } from '#server/accounts/account.ts'
import { giveGrant } from '#server/accounts/grants.ts'
import { addVerifiedAccount } from '#server/accounts/register.ts'
import { inAct } from '#server/audit/acts.ts'
import { addEvent, addProgrammes } from '#server/events/add-event.ts'
import { EventFile, ProgrammesFile } from '#server/events/event-file.ts'
import type { World } from '#server/world.ts'

/** Whoever tries the demonstration signs in as her. */
export const demoPerson = {
  email: 'mehak.soomro@example.org',
  fullName: 'Dr Mehak Soomro',
  password: 'demo-conference',
}

type DemoStaff = { email: string; fullName: string; password: string; role: StaffRole; line: string }

/** Two, so that what takes two people can be tried. Never in production, where the doctor looks for them. */
export const demoStaff: DemoStaff[] = [
  {
    email: 'zainab.qureshi@example.org',
    fullName: 'Zainab Qureshi',
    password: 'demo-organiser',
    role: 'organiser',
    line: 'Organise as',
  },
  {
    email: 'bilal.ansari@example.org',
    fullName: 'Bilal Ansari',
    password: 'demo-organiser',
    role: 'finance',
    line: 'Finance as',
  },
]

const atStart = { actor: { kind: 'command', name: 'start' } } as const

/** Fills an empty database: the programmes of the college always, the demo event only where nobody's real data can be meant. To be called in turn. */
export async function seed(world: World, { demo }: { demo: boolean }): Promise<void> {
  const filled = await world.db.selectFrom('programme').select('id').limit(1).executeTakeFirst()
  if (!filled)
    await inAct(world, { ...atStart, operation: 'seed' }, async (world) => {
      await addProgrammes(world, ProgrammesFile.parse(read('first-programmes')).programmes)
      if (!demo) return
      await addEvent(world, EventFile.parse(read('demo-event')))
      await addVerifiedAccount(world, demoPerson)
    })
  if (demo) await addDemoStaff(world)
}

/** Also to a demonstration that version 0.1 made; never to a database that the made-up person is not in. */
async function addDemoStaff(world: World): Promise<void> {
  if (!(await findAccount(world, demoPerson.email))) return
  if (await world.db.selectFrom('staffGrant').select('id').limit(1).executeTakeFirst()) return
  await inAct(world, { ...atStart, operation: 'seed staff' }, async (world) => {
    for (const { email, fullName, password, role } of demoStaff) {
      if (!(await findAccount(world, email))) await addVerifiedAccount(world, { email, fullName, password })
      const { id } = (await findAccount(world, email)) as { id: number }
      await giveGrant(world, null, { accountId: id, role, eventId: null })
    }
  })
}

/** A file of the college's words. */
function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../content/${name}.json`, import.meta.url), 'utf8'))
}
