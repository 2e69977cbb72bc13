/** Instances that have different secrets refuse each other's PINs: each writes down a fingerprint of its own, and tells when they differ. */
import { createHmac } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Logger } from '#server/platform/process/log.ts'
import { type Secrets, secretNames } from './secrets.ts'

type Road = { db: QueryExecutorProvider; now: () => Date; log: Pick<Logger, 'warn' | 'info'> }
type Instance = { instance: string; secrets: Secrets }

const lookEvery = 3_600_000
/** An instance that gave no sign for longer than this is gone. */
const isThereFor = 2 * lookEvery

/** Looks at the start and every hour; `stop` takes this instance off the list. */
export async function watchSecrets(road: Road, mine: Instance): Promise<{ stop: () => Promise<void> }> {
  let told = ''
  const look = async () => {
    await noteFingerprints(road, mine)
    const others = await differing(road, mine.instance)
    const isNews = others.join() !== told
    told = others.join()
    if (others.length > 0)
      road.log.warn(
        `The secrets of this instance (${mine.instance}) differ from those of ${others.join(' and ')}: a PIN or captcha of one is refused by the other. ${cure}`,
      )
    else if (isNews) road.log.info('the secrets of all instances agree again')
  }
  await look()
  // While the database is away nothing is looked at.
  const timer = setInterval(() => void look().catch(() => undefined), lookEvery).unref()
  return {
    async stop() {
      clearInterval(timer)
      await sql`delete from secret_seen where instance = ${mine.instance}`.execute(road.db).catch(() => undefined)
    },
  }
}

const cure =
  'Copy the folder secrets of DATA_DIR from one to the others and start them again, or set the same SECRETS_KEY everywhere.'

/** For the doctor, who is no instance: a sentence when those that run do not all have the same. */
export async function secretsThatDiffer({ db, now }: Omit<Road, 'log'>): Promise<string[]> {
  const { rows } = await sql<{ instances: string }>`
    select string_agg(distinct instance, ', ' order by instance) as instances from secret_seen
    where seen_at > ${new Date(now().getTime() - isThereFor)} and name in (
      select name from secret_seen where seen_at > ${new Date(now().getTime() - isThereFor)}
      group by name having count(distinct fingerprint) > 1)`.execute(db)
  const instances = rows[0]?.instances
  return instances ? [`These instances do not all have the same secrets: ${instances}. ${cure}`] : []
}

async function noteFingerprints({ db, now }: Road, { instance, secrets }: Instance): Promise<void> {
  const seen = secretNames.map(
    (name) => sql`(${instance}, ${name}, ${fingerprint(name, secrets[name])}::bytea, ${now()}::timestamptz)`,
  )
  await sql`insert into secret_seen (instance, name, fingerprint, seen_at) values ${sql.join(seen)}
    on conflict (instance, name) do update set fingerprint = excluded.fingerprint, seen_at = excluded.seen_at`.execute(
    db,
  )
}

async function differing({ db, now }: Road, instance: string): Promise<string[]> {
  const { rows } = await sql<{ instance: string }>`
    select distinct other.instance from secret_seen mine
    join secret_seen other on other.name = mine.name and other.fingerprint <> mine.fingerprint
    where mine.instance = ${instance} and other.seen_at > ${new Date(now().getTime() - isThereFor)}
    order by other.instance`.execute(db)
  return rows.map((row) => row.instance)
}

/** The secret has 256 random bits: nobody finds it by trying. */
export function fingerprint(name: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(`fingerprint of ${name}`).digest().subarray(0, 16)
}
