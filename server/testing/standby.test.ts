/** A database that waits for a standby before it calls a change done, and a standby that is gone. */
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { ownPostgres } from './own-postgres.ts'
import { freePort } from './ports.ts'
import { aFolder, ask, opened, start, statusOf, tell, until } from './process.ts'
import { aWorkshopIn, firstRow, type Heard, send, type Shopper, shoppersIn } from './shoppers.ts'

/** As long as a call waited when nothing but the time-out of a query ended it. */
const asLongAsBefore = 12_000

test.runIf(process.env.TEST_LONG)(
  'while no standby confirms a commit, callers hear in time that they may try again, and once one does they can (needs npm run test:long)',
  async () => {
    const database = await ownPostgres()
    const env = { DATABASE_URL: database.url }
    const portal = start({ program: 'server/main.ts', dataFolder: aFolder(), port: await freePort(), env })
    await opened(portal)
    const signUp = (email: string) =>
      send(portal.address, '/api/EventRegister', {
        DeviceID: 'd',
        UserID: email,
        Fullname: 'A Visitor',
        Password: 'correct horse',
      })
    const [shopper] = (await shoppersIn(database.url, 1)) as [Shopper]
    const workshopIDs = await aWorkshopIn(database.url, { topic: 'Airways', seats: 5, price: 100_000 })
    const order = () => send(portal.address, '/api/CheckOut', { token: shopper.token, workshopIDs })
    await standby(database.url, 'nobody')

    const patient = await waitsForACommit(database.url)
    const began = performance.now()
    const first = await signUp('first@example.edu')
    tell(`a commit that nobody confirms: answered after ${Math.round(performance.now() - began)} ms`)
    expect(wordsOf(first)).toBe('503, retry after 2')
    expect(patient.hasGivenUp()).toBe(false)

    const more: Heard[] = [await order()]
    for (const wave of ['a', 'b', 'c']) {
      const together = Array.from({ length: 15 }, (_, at) => signUp(`${wave}${at}@example.edu`))
      more.push(...(await Promise.all(together)))
    }
    expect([...new Set(more.map(wordsOf))].filter((words) => !/^503, retry after \d$/.test(words))).toEqual([])
    // Whoever tries again and again does not use up the connections of the server: ten for calls, ten for jobs, and the patient one.
    const [waiting] = await ask<{ count: number }>(
      database.url,
      "select count(*)::int from pg_stat_activity where wait_event = 'SyncRep'",
    )
    expect(waiting?.count).toBeLessThanOrEqual(21)
    expect(await statusOf(`${portal.address}/`)).toBe(200)
    // Whoever watches is told why.
    const metrics = await (await fetch(`${portal.address}/metrics`)).text()
    expect(metrics).toMatch(/^colloquium_synchronous_standby_missing 1$/m)
    expect(metrics).toMatch(/^colloquium_database_available 1$/m)

    await standby(database.url, '')
    await patient.ended
    await until(async () => (await statusOf(`${portal.address}/readyz`)) === 200, { otherwise: portal.output })
    // The same people again: whether the first try stands or not, they come in.
    const again = async (email: string) => {
      const heard = await signUp(email)
      return heard.status === 503 ? undefined : firstRow(heard.body).Status
    }
    for (const email of ['first@example.edu', 'a1@example.edu', 'c14@example.edu']) {
      let status: string | undefined
      await until(async () => (status = await again(email)) !== undefined, { otherwise: portal.output })
      expect(status).toBe('Success')
    }
    // Nor does somebody who ordered have two orders, or two seats.
    expect(firstRow((await order()).body)['Payment Code']).toMatch(/./)
    expect(
      await ask(
        database.url,
        'select count(*)::int as orders, (select sum(seats_taken)::int from workshop) as seats from orders',
      ),
    ).toEqual([{ orders: 1, seats: 1 }])
    const everybody = Array.from({ length: 30 }, () => send(portal.address, '/api/LastDates?EventID=1&typ=2'))
    expect(new Set((await Promise.all(everybody)).map(({ status }) => status))).toEqual(new Set([200]))
    expect(portal.hasEnded()).toBe(false)
  },
)

function wordsOf({ status, retryAfter }: Heard): string {
  return retryAfter ? `${status}, retry after ${retryAfter}` : String(status)
}

async function standby(url: string, name: string): Promise<void> {
  await ask(url, `alter system set synchronous_standby_names = '${name}'`)
  await ask(url, 'select pg_reload_conf()')
  await until(
    async () =>
      (await ask<{ names: string }>(url, "select current_setting('synchronous_standby_names') as names"))[0]?.names ===
      name,
  )
}

/** Somebody who commits in the same moment and waits as long as calls did before. */
async function waitsForACommit(url: string) {
  const client = new pg.Client({ connectionString: url, query_timeout: asLongAsBefore })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  let givenUp = false
  const ended = client.query('create table waits_for_a_standby ()').catch(() => (givenUp = true))
  return { ended, hasGivenUp: () => givenUp }
}
