import { execFile } from 'node:child_process'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeDatabase } from '#server/testing/database.ts'
import { aFolder, ask, root } from '#server/testing/process.ts'
import { makeWorld } from '#server/testing/world.ts'
import { noteAct } from './command-acts.ts'

test('what was done by command is written down and stays', async () => {
  const world = await makeWorld()
  const act = { command: 'refund', byWhom: 'Ms Memon', about: 'transaction 1', reason: 'moved', outcome: 'asked' }
  await noteAct(world, act)

  await expect(world.db.updateTable('commandAct').set({ outcome: 'never' }).execute()).rejects.toThrow('only grows')
  await expect(world.db.deleteFrom('commandAct').execute()).rejects.toThrow('only grows')
  await expect(sql`truncate command_act`.execute(world.db)).rejects.toThrow('only grows')
  expect(await world.db.selectFrom('commandAct').selectAll().execute()).toEqual([
    { id: expect.anything() as unknown, at: world.now(), ...act },
  ])
})

test('an event that is announced by command is written down with who did it', async () => {
  const { url } = await makeDatabase()
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: aFolder() }
  await promisify(execFile)(process.execPath, ['scripts/add-event.ts', 'content/demo-event.json'], { cwd: root, env })

  expect(await ask(url, 'select command, by_whom, about, outcome from command_act')).toEqual([
    { command: 'add-event', by_whom: userInfo().username, about: 'event 1', outcome: 'now the current event' },
  ])
})
