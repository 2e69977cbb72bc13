/** A folder whose database no start can cure: whoever starts the portal or asks the doctor hears it at once, with what to do. */
import { spawnSync } from 'node:child_process'
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { prepareHome } from '#server/platform/postgres/home.ts'
import { freePort } from './ports.ts'
import { aFolder, root, start } from './process.ts'

test.runIf(process.env.TEST_LONG)(
  'npm start and the doctor give up on a damaged database with the same sentence, and the supervisor does not try again (needs npm run test:long)',
  async () => {
    const dataFolder = aFolder()
    const folder = join(dataFolder, 'postgres')
    await (await openEmbeddedPostgres(folder, { settings: { fsync: 'off' } })).leave()
    truncateSync(join((await prepareHome(folder)).cluster, 'global/pg_control'), 100)

    const portal = start({ program: 'scripts/start.ts', dataFolder, port: await freePort() })
    expect(await portal.ended).toBe(78)
    const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataFolder }
    const doctor = spawnSync(process.execPath, ['scripts/doctor.ts'], { cwd: root, env, encoding: 'utf8' })
    expect(doctor.status).toBe(78)
    for (const said of [portal.output(), doctor.stderr]) {
      expect(said).toContain('cluster was started 3 times, and ended each time before it was ready.')
      expect(said).toContain('restore the newest backup into it: docs/running-it.md says how under "Restore".')
      expect(said).not.toContain('    at ')
    }
  },
)
