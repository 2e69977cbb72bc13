import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { turn } from '#server/platform/database/turn.ts'
import { makeDatabase } from './database.ts'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { aFolder, ask, opened, type Running, start, until } from './process.ts'

/** No question to the database may take this long. */
const longerThanAnAnswer = 12_500

test.runIf(process.env.TEST_LONG)(
  'while another server prepares the database, one that starts waits, or stops when it is asked to (needs npm run test:long)',
  async () => {
    const { url } = await makeDatabase()
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('select pg_advisory_lock($1)', [turn])

    const patient = await begin(url)
    const hurried = await begin(url)
    for (const server of [patient, hurried]) await waits(server)
    kill(hurried.pid, 'SIGTERM')
    expect(await hurried.ended).toBe(0)
    await pause(longerThanAnAnswer)
    expect(patient.hasEnded()).toBe(false)
    expect(await ask(url, 'select name from programme')).toEqual([])

    await other.query('select pg_advisory_unlock($1)', [turn])
    await opened(patient)
  },
)

async function begin(url: string): Promise<Running> {
  const env = { DATABASE_URL: url, LOG_LEVEL: 'info' }
  return start({ program: 'server/main.ts', dataFolder: aFolder(), port: await freePort(), env })
}

const waits = ({ output }: Running) =>
  until(() => output().includes('another server prepares the database'), { otherwise: output })
