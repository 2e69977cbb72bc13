/** Keys that the portal made itself: files in DATA_DIR or, with SECRETS_KEY, sealed in the database for all instances. */
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { QueryExecutorProvider } from 'kysely'
import type { Config } from '#server/platform/process/config.ts'
import { sealedSecret } from './sealed-secrets.ts'

export const secretNames = ['captcha', 'pins', 'second-factor'] as const
export type SecretName = (typeof secretNames)[number]
export type Secrets = Record<SecretName, Buffer>

type Settings = Pick<Config, 'DATA_DIR' | 'SECRETS_KEY'>
type Road = { db: QueryExecutorProvider; now: () => Date }

/** What this instance works with. A secret that there is not yet is made. */
export async function openSecrets(road: Road, { DATA_DIR, SECRETS_KEY }: Settings): Promise<Secrets> {
  const open = (name: SecretName) =>
    SECRETS_KEY
      ? // What this machine had until now is taken over, unless another was first: then that is what all have from now on.
        sealedSecret(road, name, {
          secretsKey: SECRETS_KEY,
          first: () => secretInFile(name, DATA_DIR) ?? randomBytes(32),
        })
      : fileSecret(name, DATA_DIR)
  const secrets: Partial<Secrets> = {}
  for (const name of secretNames) secrets[name] = await open(name)
  return secrets as Secrets
}

/** A key of 256 bits that is made at the first start and kept in DATA_DIR, readable by nobody else. */
export function fileSecret(name: SecretName, dataDir: string): Buffer {
  const folder = join(dataDir, 'secrets')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const known = secretInFile(name, dataDir)
  if (known) return known
  const fresh = join(folder, `${name}.${process.pid}`)
  writeFileSync(fresh, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  try {
    // A link fails where a name exists: of two servers that start at once, both read the key of the first.
    linkSync(fresh, join(folder, name))
  } catch {}
  rmSync(fresh)
  return fileSecret(name, dataDir)
}

function secretInFile(name: SecretName, dataDir: string): Buffer | undefined {
  const file = join(dataDir, 'secrets', name)
  return existsSync(file) ? Buffer.from(readFileSync(file, 'utf8').trim(), 'hex') : undefined
}
