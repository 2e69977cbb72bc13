import { onTestFinished } from 'vitest'
import { type DatabaseOptions, openDatabase } from '#server/platform/database/database.ts'
import { makeDatabase } from './database.ts'

/** A database of its own, which a test may spoil: migrated, empty, and gone after the test. */
export async function scratchDatabase<Tables>(options: Partial<DatabaseOptions> = {}) {
  const { url, drop } = await makeDatabase()
  const opened = openDatabase<Tables>({ url, log: { warn: () => {} }, ...options })
  onTestFinished(async () => {
    await opened.pool.end()
    await drop()
  })
  return { ...opened, url }
}
