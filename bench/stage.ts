/** Where a bench plays: a database of its own with the demo event, and the portal as it runs in production. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { engineEnvironment, engineFlags } from '#server/platform/process/engine.ts'
import { type Contender, start } from './measure.ts'

export type Stage = AsyncDisposable & {
  /** Of the database. */
  url: string
  /** For servers that are compared with ours. */
  env: Record<string, string>
  ours: Contender
}

const file = 'bench/servers/ours.ts'
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://cpd.example.edu',
  ALLOW_UNSAFE: 'sandbox-payments,no-mail,no-captcha',
  CAPTCHA_PROVIDER: 'none',
  TRUSTED_PROXIES: '127.0.0.1',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
}

export async function setStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'colloquium-bench-'))
  const database = await openEmbeddedPostgres(join(folder, 'postgres'))
  const clear = async () => {
    await database.leave()
    rmSync(folder, { recursive: true, force: true })
  }
  const { url } = database
  const env = { DATABASE_URL: url, DATA_DIR: folder, DEMONSTRATION: 'small' }
  try {
    // A first start in demo mode makes the tables and the event.
    await using _seeding = await start({ file, env })
  } catch (error) {
    await clear()
    throw error
  }
  const ours = { file, env: { ...env, ...production, ...engineEnvironment }, flags: engineFlags }
  return { url, env, ours, [Symbol.asyncDispose]: clear }
}
