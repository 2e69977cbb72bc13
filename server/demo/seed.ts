import type { StaffRole } from '#contract/accounts/permissions.ts'
import { findAccount } from '#server/accounts/account.ts'
import { addVerifiedAccount } from '#server/accounts/sign-in/register.ts'
import { giveGrant } from '#server/accounts/staff/grants.ts'
import { addEvent, addProgrammes } from '#server/events/add-event.ts'
import { EventFile, ProgrammesFile } from '#server/events/event-file.ts'
import { inAct } from '#server/kernel/acts.ts'
import type { World } from '#server/kernel/world.ts'
import { readOwnOrSample } from '#server/pages/files.ts'
import { addConference } from './conference.ts'

/** Whoever tries the demonstration signs in as her. */
export const demoPerson = {
  email: 'mehak.soomro@example.org',
  fullName: 'Dr Mehak Soomro',
  password: 'demo-conference',
}

/** Whoever tries to review signs in as her. Only in the living demonstration. */
export const demoReviewer = {
  email: 'farah.junejo@reviewers.example.org',
  fullName: 'Dr Farah Junejo',
  password: demoPerson.password,
}

type DemoStaff = { email: string; fullName: string; password: string; role: StaffRole; line: string }

/** Two, so that what takes two people can be tried. Never in production, where the doctor looks for them. */
export const demoStaff: [DemoStaff, DemoStaff] = [
  {
    email: 'zainab.qureshi@example.org',
    fullName: 'Zainab Qureshi',
    password: 'demo-organiser',
    role: 'owner',
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

/** `living` is a conference in full swing, `small` the event and three people; without one there are the programmes of the college alone. */
export type Demonstration = 'living' | 'small' | undefined

/** Another number makes other people, orders and abstracts. */
const seedNumber = 1975
/** When the event of the demonstration was announced. */
const announcedDaysAgo = 30
const dayLength = 86_400_000

const atStart = { actor: { kind: 'command', name: 'start' } } as const

/** Fills an empty database: the programmes of the college always, the demo event only where nobody's real data can be meant. To be called in turn. */
export async function seed(world: World, demonstration: Demonstration): Promise<void> {
  const then = demonstration === 'living' ? announcedClock(world) : world.now
  const filled = await world.db.selectFrom('programme').select('id').limit(1).executeTakeFirst()
  if (!filled)
    await inAct({ ...world, now: then }, { ...atStart, operation: 'seed' }, async (past) => {
      const present = { ...past, now: world.now }
      await addProgrammes(present, ProgrammesFile.parse(readOwnOrSample('first-programmes')).programmes)
      if (!demonstration) return
      await addEvent(present, EventFile.parse(readOwnOrSample('demo-event')))
      await addVerifiedAccount(past, demoPerson)
    })
  if (!demonstration) return
  await addDemoStaff({ ...world, now: then })
  if (demonstration === 'living') await addDemoConference(world)
}

const announcedClock =
  ({ now }: World) =>
  () =>
    new Date(now().getTime() - announcedDaysAgo * dayLength)

/** Also to a demonstration that an earlier version made; never to a database that the made-up person is not in. */
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

/** Only where nobody has come in yet: what somebody tries out is not buried under made-up people. */
async function addDemoConference(world: World): Promise<void> {
  if (await world.db.selectFrom('applicant').select('id').limit(1).executeTakeFirst()) return
  const [owner, finance] = demoStaff
  const { email, fullName } = demoReviewer
  const cast = { person: demoPerson.email, owner: owner.email, finance: finance.email, reviewer: { email, fullName } }
  await addConference(world, { ...cast, seed: seedNumber })
}
