/** Seals on the audit trail: a number over all that was written so far, which nobody can make right again after a change. See docs/decisions/0046. */
import { type RawBuilder, sql } from 'kysely'
import { ownerEmails } from '#server/accounts/staff/grants.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import type { Unseen } from '#server/kernel/visibility/seen-by.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import { sealLetter } from './mail.ts'

export const sealJob = 'seal-audit'
export const checkSealsJob = 'check-seals'

/** So many acts under one seal at most: a trail that was never sealed must not be one statement. Of 20,000 a busy machine took 8.5 s, and a job has 10. */
const actsAtOnce = 5000
const sealsAtOnce = 20
const nothingBefore = Buffer.alloc(32)

type Reading = Pick<World, 'db'>

/** Puts what is not sealed yet under the next seal. Gives how many seals were made: none when nothing happened. */
export async function sealTrail(world: World, { most = actsAtOnce } = {}): Promise<number> {
  let made = 0
  while (await sealNext(world, most)) made += 1
  return made
}

/** What is not committed yet cannot be seen, keeps no seal, and gets a later one: whatever its number is. */
async function sealNext(world: World, most: number): Promise<boolean> {
  return inTransaction(world, async (world) => {
    // Two servers whose clocks strike together must not both write the next seal.
    await sql`select pg_advisory_xact_lock(hashtextextended('audit seal', 0))`.execute(world.db)
    const last = await world.db
      .selectFrom('auditSeal')
      .select(['number', 'digest', 'actsInAll'])
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    const number = (last?.number ?? 0) + 1
    let marked = 0n
    for (const mark of marks(number, most)) marked += (await mark.execute(world.db)).numAffectedRows ?? 0n
    if (marked === 0n) return false
    const seal = sql`select ${number}::int as number, ${world.now()}::timestamptz as sealed_at,
        coalesce((select min(at) from act where seal = ${number}), ${world.now()}) as first_at,
        coalesce((select max(at) from act where seal = ${number}), ${world.now()}) as last_at,
        (select count(*)::int from act where seal = ${number}) as acts,
        (select count(*)::int from act_change where seal = ${number}) as changes,
        (select count(*)::int from act_end where seal = ${number}) as ends,
        ${last?.actsInAll ?? 0}::bigint + (select count(*) from act where seal = ${number}) as acts_in_all,
        ${last?.digest ?? nothingBefore}::bytea as previous`
    await sql`
      insert into audit_seal (number, sealed_at, first_at, last_at, acts, changes, ends, acts_in_all, previous, digest)
      select audit_seal.*, ${digestOfSeal} from (${seal}) as audit_seal`.execute(world.db)
    return true
  })
}

const marks = (number: number, most: number) => [
  sql`update act set seal = ${number} where id in (select id from act where seal is null order by id limit ${most})`,
  sql`update act_change set seal = ${number} where id in (select id from act_change where seal is null order by id limit ${most * 5})`,
  sql`update act_end set seal = ${number} where act_id in (select act_id from act_end where seal is null order by act_id limit ${most})`,
]

/** Of each row everything but the words, which have digests of their own: erasing somebody's words breaks no seal. */
const rowsOf = (table: string, columns: string, key: string): RawBuilder<Buffer> =>
  sql.raw(`(select sha256(coalesce(string_agg(sha256(convert_to(jsonb_build_array(${columns})::text, 'UTF8')), ''::bytea order by ${key}), ''::bytea))
    from ${table} where ${table}.seal = audit_seal.number)`)

const moment = (column: string) => `extract(epoch from ${column})`

/** Written here and not in the database: whoever may change its rows may change its functions too. */
const digestOfSeal = sql<Buffer>`sha256(audit_seal.previous
  || convert_to(jsonb_build_array(audit_seal.number, ${sql.raw(moment('audit_seal.sealed_at'))}, ${sql.raw(moment('audit_seal.first_at'))},
    ${sql.raw(moment('audit_seal.last_at'))}, audit_seal.acts, audit_seal.changes, audit_seal.ends, audit_seal.acts_in_all)::text, 'UTF8')
  || ${rowsOf(
    'act',
    `id, ${moment('at')}, actor_kind, account_id, role, event_id, operation, about_kind, about_id, outcome, refusal, request_id, stepped_up,
      encode(words_digest, 'hex')`,
    'id',
  )}
  || ${rowsOf('act_change', `id, act_id, table_name, row_key, encode(before_digest, 'hex'), encode(after_digest, 'hex')`, 'id')}
  || ${rowsOf('act_end', `act_id, ${moment('at')}, outcome, refusal`, 'act_id')})`

/** SQL: the words of an act are not those of its digests. Without its salt a word was blanked: nothing of it may be left. */
export const actReadsOtherwise = sql<boolean>`case when reason_digest is null then words_digest <> act_digest(words_salt, reason, actor_name)
  else words_digest <> sha256(reason_digest || name_digest)
    or (case when words_salt is null then reason <> '' else reason_digest <> text_digest(words_salt, reason) end)
    or (case when name_salt is null then actor_name <> 'Erased person' else name_digest <> text_digest(name_salt, actor_name) end) end`

const wordsChanged = sql<boolean>`exists (select from act where act.seal = audit_seal.number and ${actReadsOtherwise})
  or exists (select from act_change where act_change.seal = audit_seal.number
    and case when blanked_at is null
      then before_digest is distinct from change_digest(salt, before) or after_digest is distinct from change_digest(salt, after)
      else before is distinct from blanked(before) or after is distinct from blanked(after) end)`

type Looked = {
  number: number
  firstAt: Date
  lastAt: Date
  digest: Buffer
  previous: Buffer
  isSame: boolean
  hasOtherWords: boolean
}

/** Recomputes every seal after this one. A sentence for each that is not as it was. */
export async function brokenSeals({ db }: Reading, { after = 0 } = {}): Promise<string[]> {
  const broken: string[] = []
  let before = after === 0 ? undefined : await sealAt({ db }, after)
  for (;;) {
    const { rows } = await sql<Looked>`
      select number, first_at, last_at, digest, previous, digest = ${digestOfSeal} as is_same, ${wordsChanged} as has_other_words
      from audit_seal where number > ${before?.number ?? after} order by number limit ${sealsAtOnce}`.execute(db)
    for (const seal of rows) {
      broken.push(...wrongIn(seal, before))
      before = seal
    }
    if (rows.length < sealsAtOnce) return broken
  }
}

function wrongIn(seal: Looked, before: Pick<Looked, 'number' | 'digest'> | undefined): string[] {
  const expected = (before?.number ?? 0) + 1
  if (seal.number !== expected) return [`Seal ${expected} of the audit trail is missing.`]
  if (!seal.previous.equals(before?.digest ?? nothingBefore))
    return [`Seal ${seal.number} of the audit trail does not follow from the one before it.`]
  if (seal.isSame && !seal.hasOtherWords) return []
  return [`The audit trail ${hourIn(seal)} is not as it was sealed (seal ${seal.number}).`]
}

/** `of 17 November 2026, 13:07 to 14:05 UTC,` */
function hourIn({ firstAt, lastAt }: Pick<Looked, 'firstAt' | 'lastAt'>): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  const [from, to] = [firstAt, lastAt].map((at) => at.toISOString().slice(11, 16))
  const until = day.format(lastAt) === day.format(firstAt) ? to : `${day.format(lastAt)}, ${to}`
  return `of ${day.format(firstAt)}, ${from} to ${until} UTC,`
}

export async function sealAt({ db }: Reading, number: number) {
  return db.selectFrom('auditSeal').select(['number', 'digest']).where('number', '=', number).executeTakeFirst()
}

async function lastSeal({ db }: Reading) {
  return db.selectFrom('auditSeal').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()
}

const lastCheck = ({ db }: Reading) => db.selectFrom('auditCheck').selectAll().orderBy('id', 'desc').limit(1)

const wholeEvery = 7 * 86_400_000

/**
 * After which seal this night looks: what was sealed since all was well. At all of them once a week, because what was once found good can be
 * changed later; and every night while the last look at all of them found something.
 */
async function lookAfter(world: World): Promise<number> {
  const whole = await lastCheck(world).where('isWhole', '=', true).executeTakeFirst()
  if (!whole || whole.broken.length > 0 || world.now().getTime() - whole.checkedAt.getTime() >= wholeEvery) return 0
  const good = await lastCheck(world)
    .where(sql<boolean>`broken = '{}'`)
    .executeTakeFirst()
  return good?.through ?? 0
}

/** Every night: looks at the seals, and sends the newest to the owners, who keep what nobody here can change. */
export async function checkSeals(world: World): Promise<string[]> {
  const last = await lastSeal(world)
  if (!last) return []
  const after = await lookAfter(world)
  const broken = await brokenSeals(world, { after })
  for (const sentence of broken) world.log.error({ seal: last.number }, sentence)
  await inTransaction(world, async (world) => {
    await world.db
      .insertInto('auditCheck')
      .values({ checkedAt: world.now(), through: last.number, isWhole: after === 0, broken: sql`${broken}::text[]` })
      .execute()
    const words = sealLetter({ seal: last, broken, publicUrl: world.publicUrl })
    for (const to of await ownerEmails(world)) await post(world, { kind: 'audit_seal', to, ...words })
  })
  return broken
}

export type SealState = {
  acts: number | null
  seal: { number: number; sealedAt: string; digest: string } | null
  /** The last night's look, which is also when the seal was sent to the owners. */
  check: { checkedAt: string; broken: string[] } | null
}

/** How many acts there are is not for somebody from whom some are withheld. */
export async function sealState(
  world: Reading,
  { isListed }: Pick<Unseen, 'isListed'> = { isListed: false },
): Promise<SealState> {
  const seal = await lastSeal(world)
  const check = await lastCheck(world).executeTakeFirst()
  return {
    acts: isListed ? null : (seal?.actsInAll ?? 0),
    seal: seal
      ? { number: seal.number, sealedAt: seal.sealedAt.toISOString(), digest: seal.digest.toString('hex') }
      : null,
    check: check ? { checkedAt: check.checkedAt.toISOString(), broken: check.broken } : null,
  }
}
