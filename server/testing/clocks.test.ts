/** Instances on machines whose clocks are wrong: that of their database decides. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sessionLimits } from '#server/accounts/rules.ts'
import { makeDatabase } from './database.ts'
import { freePort } from './ports.ts'
import { aFolder, ask, opened, type Running, start, until } from './process.ts'
import { aWorkshopIn, firstRow, send, type Shopper, shoppersIn } from './shoppers.ts'

const minutes = 60

test.runIf(process.env.TEST_LONG)(
  'whichever of two instances wrote a letter, it is sent at once, though their clocks differ by 20 seconds (needs npm run test:long)',
  async () => {
    const { url } = await makeDatabase()
    const [fast] = await instances(url, [20, 0])
    await takeTheSweepAway(url)
    const people = Array.from({ length: 12 }, (_, at) => `letter${at}@example.edu`)
    for (const email of people) {
      const { body } = await send(fast.address, '/api/EventRegister', {
        DeviceID: 'd',
        UserID: email,
        Fullname: 'A Visitor',
        Password: 'correct horse',
      })
      expect(firstRow(body).Status).toBe('Success')
    }
    const unsent = () => ask<{ recipient: string }>(url, 'select recipient from mail where sent_at is null')
    await until(async () => (await unsent()).length === 0, {
      within: 30_000,
      otherwise: () => 'letters wait for the sweep',
    })
    expect(fast.output()).toContain(`"seconds":20`)
    expect(fast.output()).toContain("the database's is followed")
    expect(await figureOf(fast)).toBe(-20)
  },
)

test('a session and a hold are judged alike by instances whose clocks are 20 minutes ahead and behind', async () => {
  const { url } = await makeDatabase()
  const both = await instances(url, [20 * minutes, -20 * minutes])
  const [shopper] = (await shoppersIn(url, 1)) as [Shopper]
  const workshopIDs = await aWorkshopIn(url, { topic: 'Airways', seats: 5, price: 100_000 })
  const ordered = await send(both[0].address, '/api/CheckOut', { token: shopper.token, workshopIDs })
  expect(firstRow(ordered.body)['Payment Code']).toMatch(/./)

  const idle = sessionLimits.idle / 60_000
  const sessions = async (unseenFor: number) => {
    const heard: (number | string)[] = []
    for (const { address } of both) {
      await ask(
        url,
        `update session set created_at = now() - interval '1 day', last_seen_at = now() - make_interval(mins => $1)`,
        [unseenFor],
      )
      heard.push((await myOrders(address, shopper)).status)
    }
    return heard
  }
  expect(await sessions(idle - 10)).toEqual([200, 200])
  expect(await sessions(idle + 10)).toEqual([401, 401])

  await ask(url, 'update session set last_seen_at = now()')
  const holds = async (heldFor: number) => {
    await ask(url, `update orders set hold_until = now() + make_interval(mins => $1)`, [heldFor])
    return Promise.all(
      both.map(async ({ address }) => ((await myOrders(address, shopper)).body.Table as Row[]).map(isHeld)),
    )
  }
  expect(await holds(10)).toEqual([[true], [true]])
  expect(await holds(-10)).toEqual([[], []])
})

test.runIf(process.env.TEST_LONG)(
  'after a clock that ran a day ahead and went back, the periodic jobs run on within minutes (needs npm run test:long)',
  async () => {
    const { url } = await makeDatabase()
    const dataFolder = aFolder()
    const clockFile = join(dataFolder, 'clock')
    await writeFile(clockFile, '')
    const NODE_OPTIONS = `--import=${new URL('shifted-clock.ts', import.meta.url).href}`
    const env = { DATABASE_URL: url, NODE_OPTIONS, CLOCK_FILE: clockFile }
    const server = start({ program: 'server/main.ts', dataFolder, port: await freePort(), env })
    await opened(server)
    const runs = async (when: string) =>
      (await ask(url, `select from graphile_worker._private_known_crontabs where last_execution ${when}`)).length

    await writeFile(clockFile, String(Date.now() + 86_400_000))
    await until(async () => (await runs("> now() + interval '1 hour'")) > 0, { within: 120_000 })
    await writeFile(clockFile, '')
    const back = new Date().toISOString()

    const between = `between '${back}'::timestamptz and now() + interval '1 minute'`
    await until(async () => (await runs(between)) > 3, { within: 180_000 })
    expect(await runs("> now() + interval '1 hour'")).toBe(0)
  },
)

type Row = { HoldUntil?: string }
const isHeld = ({ HoldUntil }: Row) => HoldUntil !== undefined

async function instances(url: string, clocks: [number, number]): Promise<[Running, Running]> {
  const dataFolder = aFolder()
  const NODE_OPTIONS = `--import=${new URL('shifted-clock.ts', import.meta.url).href}`
  const begin = async (ahead: number) => {
    const env = { DATABASE_URL: url, NODE_OPTIONS, CLOCK_IS_AHEAD: String(ahead) }
    const server = start({ program: 'server/main.ts', dataFolder, port: await freePort(), env })
    await opened(server)
    return server
  }
  return [await begin(clocks[0]), await begin(clocks[1])]
}

/** What finds a letter a minute later would hide that nobody sent it. */
async function takeTheSweepAway(url: string): Promise<void> {
  await ask(
    url,
    `create function no_sweep() returns trigger language plpgsql as $$
     begin
       if (select identifier from graphile_worker._private_tasks where id = new.task_id) = 'sweep-mail' then return null; end if;
       return new;
     end $$;
     create trigger no_sweep before insert on graphile_worker._private_jobs for each row execute function no_sweep();
     delete from graphile_worker._private_jobs`,
  )
}

async function myOrders(address: string, { token }: Shopper) {
  const reply = await fetch(`${address}/api/MyOrders`, { headers: { authorization: `Bearer ${token}` } })
  return { status: reply.status, body: (await reply.json()) as { Table?: unknown } }
}

async function figureOf({ address }: Running): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text()
  return Math.round(Number(/^clock_difference_seconds (\S+)$/m.exec(text)?.[1]))
}
