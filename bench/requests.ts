/** What our own layers cost a request, against Fastify (and pg) alone. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { type Ask, compare, end, start } from './measure.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://cpd.example.edu',
  ALLOW_UNSAFE: 'sandbox-payments,no-mail',
  HOST: '127.0.0.1',
}

export async function requestCost(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'colloquium-bench-'))
  const database = await openEmbeddedPostgres(join(folder, 'postgres'))
  const env = { DATABASE_URL: database.url, DATA_DIR: folder }
  try {
    // A first start in demo mode makes the tables and the event that both servers then ask about.
    await end((await start({ name: 'seed', file: 'bench/servers/ours.ts', env })).process)
    const contenders = [
      { name: 'raw', file: 'bench/servers/raw.ts', env },
      { name: 'ours', file: 'bench/servers/ours.ts', env: { ...env, ...production } },
    ]
    const row = async (what: string, goal: number, ask: Ask) => {
      const speeds = await compare(contenders, ask)
      const [raw, ours] = [speeds.get('raw'), speeds.get('ours')]
      if (!raw || !ours) throw new Error('a contender is missing')
      const ratio = ours.perSecond / raw.perSecond
      return `${what}: ${ratio.toFixed(2)} of raw (goal ${goal}); ${Math.round(ours.perSecond)}/s against ${Math.round(raw.perSecond)}/s; processor ${ours.cpuMicroseconds.toFixed(0)} against ${raw.cpuMicroseconds.toFixed(0)} microseconds`
    }
    return [
      await row('empty handler', 0.85, { path: '/healthz' }),
      await row('one-query handler', 0.8, { path: '/api/LastDates?EventID=1&typ=2', method: 'POST' }),
    ]
  } finally {
    await database.leave()
    rmSync(folder, { recursive: true, force: true })
  }
}
