/** A backup of our own database, brought back on the college's PostgreSQL, which is older than ours and gives our role nothing but its database. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Tables } from '#server/database/tables.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { filesIn } from '#server/platform/files/files.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { aBackedUpPortal, folderSums, sumsOf } from '#server/testing/backups.ts'
import { hasPostgres, ownPostgres } from '#server/testing/own-postgres.ts'
import { signIn } from '#server/testing/people.ts'
import { aFolder, ask } from '#server/testing/process.ts'
import { stillWorld } from '#server/testing/world.ts'
import { restore } from './restore.ts'

const log = makeLog('silent')

test.runIf(process.env.TEST_LONG && hasPostgres(15))(
  'a backup comes back on a PostgreSQL 15 of the college: every row that a restore does not end, every file, and the old password (needs npm run test:long and PostgreSQL 15 of Debian)',
  async () => {
    const { backUp, url, plan, sana, code } = await aBackedUpPortal()
    const { path } = await backUp()
    const own = await ownPostgres(15)
    await ask(own.url, 'create role college login')
    await ask(own.url, 'create database college owner college')
    const college = own.url.replace(/\/\/\w+@/, '//college@').replace('/postgres?', '/college?')
    expect(await ask(college, "select current_setting('server_version_num')::int / 10000 as version")).toEqual([
      { version: 15 },
    ])
    const dataDir = aFolder()
    const files = filesIn(join(dataDir, 'files'))
    const now = () => new Date('2026-11-03T09:00:00Z')

    const source = { path, identities: [] }
    const restored = await restore({ url: college, source, files, dataDir, log, now, by: 'Ms Memon' })
    expect(restored).toMatchObject({ filesPut: 2, problems: [] })
    const [before, after] = [await sumsOf(url), await sumsOf(college)]
    expect(Object.keys(after)).toEqual(Object.keys(before))
    for (const table of ['account', 'applicant', 'orders', 'receipt', 'ledger_entry', 'abstract_version', 'event'])
      expect([table, after[table]]).toEqual([table, before[table]])
    expect(folderSums(join(dataDir, 'files'))).toEqual(folderSums(join(plan.dataDir, 'files')))

    const { db, pool } = openDatabase<Tables>({ url: college, timeoutFactor: 10, log })
    onTestFinished(() => pool.end())
    const app = await makeTestApp({ ...stillWorld(db), files, now })
    const receipt = await app.inject({
      url: `/api/Receipt?PaymentCode=${code}`,
      headers: { host: 'localhost', authorization: `Bearer ${await signIn(app, sana)}` },
    })
    expect(receipt.statusCode).toBe(200)
  },
  300_000,
)
