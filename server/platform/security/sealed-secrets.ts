/** Secrets in the database, which only whoever has SECRETS_KEY can open: a dump alone gives none away. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'
import { BadConfig } from '#server/platform/process/config.ts'

type Road = { db: QueryExecutorProvider; now: () => Date }
type Making = { secretsKey: string; first: () => Buffer }

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** The secret of this name, the same for all who ask. `first` gives it to whoever is the first of all. */
export async function sealedSecret({ db, now }: Road, name: string, { secretsKey, first }: Making): Promise<Buffer> {
  const read = async () => {
    const { rows } = await sql<{ sealed: Buffer }>`select sealed from secret where name = ${name}`.execute(db)
    return rows[0]?.sealed
  }
  let sealed = await read()
  if (!sealed) {
    // Another instance may have made it meanwhile: then this changes nothing, and its is read.
    await sql`insert into secret (name, sealed, made_at) values (${name}, ${seal(first(), { name, secretsKey })}, ${now()})
      on conflict do nothing`.execute(db)
    sealed = await read()
  }
  return unseal(sealed as Buffer, { name, secretsKey })
}

type Lock = { name: string; secretsKey: string }

/** The name is bound to it: a row that somebody copied under another name does not open. */
export function seal(secret: Buffer, { name, secretsKey }: Lock): Buffer {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, keyOf(secretsKey), nonce).setAAD(Buffer.from(name))
  const closed = Buffer.concat([sealing.update(secret), sealing.final()])
  return Buffer.concat([nonce, sealing.getAuthTag(), closed])
}

export function unseal(sealed: Buffer, { name, secretsKey }: Lock): Buffer {
  const [nonce, rest] = [sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes)]
  const opening = createDecipheriv(cipher, keyOf(secretsKey), nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(name))
    .setAuthTag(rest.subarray(0, tagBytes))
  try {
    return Buffer.concat([opening.update(rest.subarray(tagBytes)), opening.final()])
  } catch {
    throw new BadConfig(
      'SECRETS_KEY is not the one that the secrets in the database were sealed with. Set it as the other instances have it.',
    )
  }
}

function keyOf(secretsKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretsKey, '', 'colloquium secrets', 32))
}
