import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Tables } from '#server/database/tables.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { freePort } from './ports.ts'
import { aFolder, ask, opened, start, until } from './process.ts'
import { scratchDatabase } from './scratch.ts'
import { send } from './shoppers.ts'
import { stillWorld } from './world.ts'

test('while a crowd keeps every connection of the pages busy, letters go out', async () => {
  const { db, url } = await scratchDatabase<Tables>({ poolSize: 1, timeoutFactor: 10 })
  const env = { DATABASE_URL: url }
  const portal = start({ program: 'server/main.ts', dataFolder: aFolder(), port: await freePort(), env })
  await opened(portal)
  const lock = new pg.Client(url)
  await lock.connect()
  onTestFinished(() => lock.end())
  await lock.query('begin; lock table event')
  let isOver = false
  const heard = new Set<number | string>()
  const everybody = Array.from({ length: 60 }, async () => {
    while (!isOver) {
      const { status } = await send(portal.address, '/api/LastDates?EventID=1&typ=2')
      if (!isOver) heard.add(status)
    }
  })
  await until(() => heard.size > 0)

  await post(stillWorld(db), {
    kind: 'mail_test',
    to: 'somebody@example.edu',
    subject: 'Your PIN',
    text: '123456',
    html: '123456',
  })
  await until(async () => (await ask(url, 'select from mail where sent_at is not null')).length === 1)

  isOver = true
  await lock.query('rollback')
  await Promise.all(everybody)
  expect([...heard]).toEqual([503])
  expect(portal.hasEnded()).toBe(false)
})
