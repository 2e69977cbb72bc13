/** A team that can be asked over HTTP: owners who have just proven who they are, and the letters that they send. */
import type { FastifyInstance } from 'fastify'
import type { SiteSource } from '#server/kernel/site.ts'
import type { World } from '#server/kernel/world.ts'
import { makeTestApp } from './app.ts'
import { callsWith, type StaffCaller, staffCaller } from './finance.ts'
import { anEvent } from './people.ts'
import { aClock, type Clock } from './shop.ts'
import { stepUp } from './staff.ts'
import { makeWorld } from './world.ts'

export type Team = { world: World; clock: Clock; app: FastifyInstance; eventId: number; owner: StaffCaller }

export async function aTeam(change: Partial<World> = {}, siteOf?: (world: World) => SiteSource): Promise<Team> {
  const clock = aClock()
  const world = await makeWorld({ now: clock.now, ...change })
  const eventId = await anEvent(world)
  const app = await makeTestApp(world, siteOf && { site: siteOf(world) })
  return { world, clock, app, eventId, owner: await anOwner(app, world) }
}

/** May give and take roles for the next ten minutes. */
export async function anOwner(app: FastifyInstance, world: World): Promise<StaffCaller> {
  const owner = await staffCaller(app, world, { role: 'owner' })
  await stepUp(world, owner.token)
  return owner
}

/** Whoever has no session. */
export const aVisitor = (app: FastifyInstance) => callsWith(app, {})

/** The link in the newest letter to an address. */
export async function linkFor({ db }: Pick<World, 'db'>, email: string): Promise<string> {
  const { bodyText } = await db
    .selectFrom('mail')
    .select('bodyText')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return /\/console\/invitation#([\w-]{43})$/m.exec(bodyText)?.[1] ?? 'no link in the letter'
}

/** What the trail says of one call, newest last. */
export async function trailOf({ db }: Pick<World, 'db'>, operation: string) {
  return db
    .selectFrom('act')
    .select(['operation', 'outcome', 'refusal', 'aboutKind', 'reason'])
    .where('operation', '=', operation)
    .orderBy('id')
    .execute()
}

type Prepared = {
  /** An owner who has just proven who they are, unless it is said. */
  by?: Pick<StaffCaller, 'post'>
  /** A function where it depends on the moment, as a code does. */
  input: Record<string, unknown> | (() => Record<string, unknown>)
} & (
  | {
      /** The tables of which the trail then has a row; none for what is not worth one, such as a session. */
      changes: readonly string[]
      asksOnly?: never
    }
  /** Begins something that nobody has done yet: there is nothing to tell. */
  | { asksOnly: true; changes?: never }
)
export type ChangeOfStaff = { prepare: (team: Team) => Promise<Prepared> }
