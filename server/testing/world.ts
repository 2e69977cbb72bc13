import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { brokenInvariants, invariants } from '#server/audit/invariants.ts'
import type { Tables } from '#server/database/tables.ts'
import { readConfig } from '#server/kernel/settings.ts'
import type { World } from '#server/kernel/world.ts'
import { endOffline } from '#server/payments/desk/offline-end.ts'
import { openCostlyWork } from '#server/platform/costly-work/costly-work.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { portalId } from '#server/platform/database/portal-id.ts'
import { filesIn } from '#server/platform/files/files.ts'
import { withLedger } from '#server/platform/files/ledger.ts'
import { markStore } from '#server/platform/files/store-mark.ts'
import { openSandbox } from '#server/platform/gateways/sandbox.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { makeCaptcha } from '#server/platform/security/captcha.ts'
import { makeDatabase } from './database.ts'
import { openLeftBehind } from './left-behind.ts'
import { noOrder } from './no-order.ts'

const log = makeLog('silent')

/** For the uploads of all tests of a worker; nothing is made before the first, and the end of the run removes it. */
const filesFolder = join(process.env.TEST_FILES ?? tmpdir(), `files-${randomUUID()}`)

/** One for all tests of a worker, and gone with it. */
const costlyWork = openCostlyWork({ log })

// One database for all tests of a worker: to empty it takes a fiftieth of what it takes to make one. The end of the run drops it.
type Opened = { db: Database<Tables>; isSound: () => Promise<boolean>; leftBehind: () => Promise<string[]> }
let opened: Promise<Opened> | undefined

/** A world of its own for one test: an empty database, a clock that stands still, and data that must be sound at the end. */
export async function makeWorld(change: Partial<World> = {}): Promise<World> {
  const { db, isSound, leftBehind } = await (opened ??= open())
  await empty(db)
  const world: World = { ...stillWorld(db), ...change }
  world.files = withLedger(world.files, { db: world.db, now: () => world.now() })
  onTestFinished(async () => {
    if (world.db !== db || !(await isSound())) expect(await brokenInvariants(world)).toEqual([])
    expect(await leftBehind()).toEqual([])
  })
  return world
}

/** Its file store carries its mark, as after a start: only then anything in it is swept. */
export async function marked<Its extends Pick<World, 'db' | 'now' | 'files'>>(world: Its): Promise<Its> {
  const { id } = await portalId(world)
  await markStore(world, {
    files: world.files,
    portal: id,
    location: 'the store',
    address: 'http://localhost',
    mayBeEmpty: true,
  })
  return world
}

/** Nothing outside answers: no captcha is asked for, and letters stay in the database to be read. */
export function stillWorld(db: Database<Tables>): World {
  const now = () => new Date('2026-11-01T09:00:00Z')
  const config = readConfig({ NODE_ENV: 'test', CAPTCHA_PROVIDER: 'none' })
  const captcha = makeCaptcha({ config, key: Buffer.alloc(32, 1), db, now, log })
  return {
    db,
    log,
    now,
    inside: { calls: 0 },
    captcha,
    consoleCaptcha: captcha,
    files: filesIn(filesFolder),
    costlyWork,
    geonames: undefined,
    gateway: openSandbox({ db, now }),
    holdMinutes: config.HOLD_MINUTES,
    graceMinutes: config.ABSTRACT_GRACE_MINUTES,
    abstractsPerPerson: config.ABSTRACTS_PER_PERSON,
    bytesPerPerson: config.FILES_PER_PERSON_MB * 1024 * 1024,
    lettersPerMinute: config.LETTERS_PER_MINUTE,
    scanner: undefined,
    office: undefined,
    postOffice: { close: async () => {} },
    pinKey: Buffer.alloc(32, 2),
    factorKey: Buffer.alloc(32, 3),
    publicUrl: config.PUBLIC_URL,
    passwordRule: config.PASSWORD_RULE,
    hasBlindRole: true,
    endDeskPayments: endOffline,
    secondFactor: { forcedFor: 'off', passwordStepsUp: true },
  }
}

async function open(): Promise<Opened> {
  const { url } = await makeDatabase()
  // A machine that runs all tests at once is slow, and that is not what they are about.
  const db = openDatabase<Tables>({ url, timeoutFactor: 10, log }).db.withPlugin(noOrder())
  const pool = new pg.Pool({ connectionString: url, application_name: 'colloquium tests', max: 1 })
  // A test may end every connection, and the end of the run drops the database under it.
  pool.on('error', () => {})
  return { db, isSound: openSoundness(pool, db), leftBehind: await openLeftBehind(pool) }
}

/** All invariants in one question, which is planned once: sixty after each test would take longer than most tests. */
function openSoundness(pool: pg.Pool, db: Database<Tables>): () => Promise<boolean> {
  const each = Object.values(invariants).map((found) => sql`exists (${found})`)
  const { sql: text, parameters } = sql`select ${sql.join(each, sql` or `)} as broken`.compile(db)
  const question = { name: 'broken', text, values: [...parameters] }
  return async () => (await pool.query<{ broken: boolean }>(question)).rows[0]?.broken === false
}

/**
 * A few rows are deleted at a thirtieth of what TRUNCATE costs, which makes new files. No rule about deleting is asked, which takes a superuser.
 * What counts the changes of content goes on: a page kept by an earlier test is old.
 *
 * After an ANALYZE the tables are truncated, for their statistics to be forgotten: a database that believes them to hold what an earlier test
 * had, or nothing, looks through five hundred rows five hundred times.
 */
async function empty(db: Database<Tables>): Promise<void> {
  await sql`
    do $$
    declare
      tables oid[] := array(select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname not in ('migration', 'content_change'));
      name text;
      first bigint;
    begin
      perform set_config('session_replication_role', 'replica', true);
      if exists (select from pg_class where oid = any (tables) and reltuples >= 0) then
        execute 'truncate ' || (select string_agg(each::regclass::text, ', ') from unnest(tables) as each);
      end if;
      for name in select each::regclass::text from unnest(tables) as each loop
        execute 'delete from ' || name;
      end loop;
      for name, first in select quote_ident(sequencename), start_value from pg_sequences
        where schemaname = 'public' and last_value is not null and sequencename <> 'content_change_id_seq' loop
        perform setval(name, first, false);
      end loop;
      insert into content_change default values;
      delete from graphile_worker._private_jobs;
    end $$`.execute(db)
}
