/** The account card as a browser uses it: plain JSON both ways. */
import type { FastifyInstance } from 'fastify'
import type { World } from '#server/kernel/world.ts'
import { makeTestApp } from './app.ts'
import { anEvent, aPersonSignedIn, tokenFor } from './people.ts'
import { aClock } from './shop.ts'
import { makeWorld } from './world.ts'

/** An event, somebody signed in, and a clock that goes when told. */
export async function portalWithAccount(change: Partial<World> = {}) {
  const clock = aClock()
  const world = await makeWorld({ now: clock.now, ...change })
  const eventId = await anEvent(world)
  const days = (count: number) => clock.pass(count * 24 * 60)
  return { world, clock, days, eventId, app: await makeTestApp(world), sana: await aPersonSignedIn(world) }
}

/** Asks one operation; gives the HTTP status and the whole reply. */
export async function askAs(
  app: FastifyInstance,
  name: string,
  { token, ...body }: Record<string, unknown> & { token?: string } = {},
): Promise<Record<string, unknown> & { http: number }> {
  const reply = await app.inject({
    method: name === 'AccountStanding' ? 'GET' : 'POST',
    url: `/api/${name}`,
    headers: { host: 'localhost', ...(token && { authorization: `Bearer ${token}` }) },
    ...(name !== 'AccountStanding' && { payload: body }),
  })
  return { http: reply.statusCode, ...reply.json<Record<string, unknown>>() }
}

export const anotherSession = (world: World, accountId: number): Promise<string> => tokenFor(world, accountId)

/** The subjects of what was written to an address, oldest first. */
export async function lettersTo(world: World, email: string): Promise<string[]> {
  const rows = await world.db
    .selectFrom('mail')
    .select('subject')
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
  return rows.map(({ subject }) => subject)
}
