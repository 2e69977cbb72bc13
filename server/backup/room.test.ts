import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '#server/testing/process.ts'
import { lackOfRoom } from './room.ts'

test('a lost connection is a full disk where the embedded database said so, and otherwise stays what it is', async () => {
  const dataDir = aFolder()
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  const rooms = { dataDir, isEmbedded: true }
  expect(await lackOfRoom(lost, rooms)).toBeUndefined()

  mkdirSync(join(dataDir, 'postgres'))
  const said = 'PANIC:  could not write to file "pg_wal/xlogtemp.77": No space left on device\n'
  writeFileSync(join(dataDir, 'postgres/database.log'), `${'LOG:  of before\n'.repeat(1000)}${said}`)
  expect(await lackOfRoom(lost, rooms)).toBe(
    `There was no room left on the disk of DATA_DIR (${dataDir}). Make room, and restore again: nothing was restored.`,
  )
  expect(await lackOfRoom(lost, { ...rooms, isEmbedded: false })).toBeUndefined()
})
