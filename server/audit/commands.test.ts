/** Commands on the machine and the schedule are named in the trail, as they are run. */
import { execFile } from 'node:child_process'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '#server/database/tables.ts'
import { inAct } from '#server/kernel/acts.ts'
import { jobsOf } from '#server/schedule.ts'
import { portalWithAccount } from '#server/testing/account.ts'
import { makeDatabase } from '#server/testing/database.ts'
import { anEvent } from '#server/testing/people.ts'
import { aFolder, ask, root } from '#server/testing/process.ts'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { aBuyer, aWorkshop, order, pay } from '#server/testing/shop.ts'
import { aStaffPerson } from '#server/testing/staff.ts'
import { stillWorld } from '#server/testing/world.ts'
import { sealTrail } from './seals.ts'

async function aMachine() {
  const { url } = await makeDatabase()
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: aFolder(), PUBLIC_URL: 'http://localhost:3000' }
  const run = async (script: string, words: string[] = [], more: Record<string, string> = {}) => {
    const options = { cwd: root, env: { ...env, ...more } }
    const ended = promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...words], options)
    return ended.then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        text: error.stdout + error.stderr,
      }),
    )
  }
  return { url, run }
}

const acts = (url: string) =>
  ask(url, 'select actor_kind, actor_name, operation, about_kind, outcome from act order by id')
const command = { actor_kind: 'command', actor_name: userInfo().username, about_kind: '', outcome: 'done' }

test('CON-043: an event that is announced by command is written down with who did it and all that it changed', async () => {
  const { url, run } = await aMachine()
  expect((await run('add-event', ['content/demo-event.json'])).code).toBe(0)
  expect(await acts(url)).toEqual([{ ...command, operation: 'add-event' }])
  const changed = await ask(url, 'select distinct table_name from act_change order by 1')
  expect(changed.map((row) => Object.values(row)[0])).toEqual([
    'event',
    'programme',
    'speciality',
    'sub_speciality',
    'workshop',
  ])
})

test('an administrator reads the database by command, and changes it only with a reason that the audit log keeps', async () => {
  const { url, run } = await aMachine()
  await run('add-event', ['content/demo-event.json'])
  const before = await acts(url)

  expect(await run('sql', ['select count(*)::int as events from event'])).toMatchObject({
    code: 0,
    text: expect.stringContaining('events') as string,
  })
  expect(await run('sql', ["update event set name = 'Another name'"])).toMatchObject({
    code: 1,
    text: 'cannot execute UPDATE in a read-only transaction\n',
  })
  expect((await run('sql', ['--write', "update event set name = 'Another name'"])).code).toBe(2)
  expect(await acts(url)).toEqual(before)

  expect((await run('sql', ['--write', 'a misprint', "update event set name = 'Another name'"])).text).toBe('1 row\n')
  expect(await acts(url)).toEqual([...before, { ...command, operation: 'sql' }])
  expect(await ask(url, "select reason from act where operation = 'sql'")).toEqual([{ reason: 'a misprint' }])
})

test('CON-043: a refund by command is an act that says who, why and how it ended, and all that it changed', async () => {
  const { db, url } = await scratchDatabase<Tables>()
  const world = stillWorld(db)
  const eventId = await anEvent(world)
  const person = await aBuyer(world, eventId)
  await pay(world, person, { code: await order(world, person, [await aWorkshop(world, eventId)]) })
  const { id, transactionId } = await db
    .selectFrom('paymentAttempt')
    .select(['id', 'transactionId'])
    .executeTakeFirstOrThrow()
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: aFolder() }
  const words = ['scripts/payments.ts', 'refund', String(transactionId), 'Ms Memon', 'The workshop was moved']
  await promisify(execFile)(process.execPath, words, { cwd: root, env })

  const act = db.selectFrom('act').leftJoin('actEnd', 'actId', 'act.id').where('actorKind', '=', 'command')
  expect(
    await act
      .select(['actorName', 'operation', 'aboutKind', 'aboutId', 'reason', 'act.outcome', 'actEnd.outcome as end'])
      .execute(),
  ).toEqual([
    {
      actorName: 'Ms Memon',
      operation: 'payments refund',
      aboutKind: 'payment_attempt',
      aboutId: String(id),
      reason: 'The workshop was moved',
      outcome: 'begun',
      end: 'done',
    },
  ])
  const changed = db.selectFrom('actChange').innerJoin('act', 'act.id', 'actId').where('actorKind', '=', 'command')
  expect(
    (await changed.select('tableName').orderBy('actChange.id').execute()).map(({ tableName }) => tableName),
  ).toEqual(['refund', 'refund', 'workshop', 'order_item', 'orders'])
})

test('CON-012: the first owner is made by command, which prints a link, and can be made again', async () => {
  const { url, run } = await aMachine()
  expect((await run('staff')).code).toBe(1)
  expect((await run('staff', ['owner', 'no address', 'Nadia Memon'])).code).toBe(1)
  expect((await run('staff', ['list'])).text).toBe('Nobody has a role yet.\n')
  const first = await run('staff', ['owner', 'N.Memon@college.example', 'Nadia Memon'])
  // By hand in the database, as a lost app.
  await ask(url, `insert into totp (account_id, secret_sealed, confirmed_at) select id, 'lost', now() from account`)
  const second = await run('staff', ['owner', 'n.memon@college.example', 'Somebody Else'])
  for (const { code, text } of [first, second]) {
    expect(code).toBe(0)
    expect(text).toMatch(/\nhttp:\/\/localhost:3000\/console\/welcome#[\w-]{43}\n$/)
  }
  expect(first.text).not.toBe(second.text)
  expect((await run('staff', ['list'])).text).toBe(
    'owner      N.Memon@college.example  Nadia Memon  every event\n1 role.\n',
  )
  expect([first.text, second.text].map((text) => text.includes('Their second factor was reset'))).toEqual([false, true])
  expect(await ask(url, 'select from totp')).toEqual([])
  expect(await acts(url)).toMatchObject([
    { ...command, operation: 'staff owner' },
    { actor_kind: 'database', operation: 'insert totp' },
    { ...command, operation: 'staff owner', about_kind: 'account' },
  ])
  const secrets = await ask(url, `select id from act_change where concat(before, after) ~ 'hash'`)
  expect(secrets).toEqual([])
})

test('CON-024: the doctor finds people of the demonstration that have a role in production', async () => {
  const { url, run } = await aMachine()
  await ask(
    url,
    `with made as (insert into account (email, email_key, full_name, verified_at, created_at, password_changed_at)
       values ('bilal.ansari@example.org', 'bilal.ansari@example.org', 'Bilal Ansari', now(), now(), now()) returning id)
     insert into staff_grant (account_id, role, granted_at) select id, 'finance', now() from made`,
  )
  expect((await run('doctor')).text).not.toContain('bilal')
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://college.example',
    TRUSTED_PROXIES: '127.0.0.1',
    ALLOW_UNSAFE: 'sandbox-payments,no-mail',
  }
  const { code, text } = await run('doctor', [], production)
  expect(code).toBe(1)
  expect(text).toContain('bilal.ansari@example.org is made up for the demonstration')
})

test('CON-043: what the schedule does is named; the words about the person are gone, and what was done to whom stays', async () => {
  const { world, days, sana } = await portalWithAccount()
  await aStaffPerson(world, 'owner')
  const { accountId } = sana
  const actor = { kind: 'command', name: 'Ms Memon' } as const
  const about = { kind: 'account', id: accountId }
  await inAct(world, { actor, operation: 'PersonCorrectName', about, reason: 'Sana Memon telephoned' }, (world) =>
    world.db.updateTable('account').set({ fullName: 'Sana Quratulain' }).where('id', '=', accountId).execute(),
  )
  await inAct(world, { actor, operation: 'Note', reason: 'for sana quratulain' }, async () => undefined)
  await sql`insert into staff_grant (account_id, role, granted_at) values (${accountId}, 'finance', now())`.execute(
    world.db,
  )
  const due = { accountId, askedAt: world.now(), dueAt: new Date(world.now().getTime() + 1), keepsAbstracts: false }
  await world.db.insertInto('closure').values(due).execute()
  days(1)
  await jobsOf(world)
    .find(({ name }) => name === 'erase-people')
    ?.work({})

  const trail = await world.db
    .selectFrom('act')
    .leftJoin('actChange', 'actId', 'act.id')
    .select(['actorKind', 'actorName', 'operation', 'reason', 'tableName', 'rowKey', 'before', 'after', 'salt'])
    .select([sql<boolean>`after_digest is not null`.as('hasDigest')])
    .where('actorKind', '<>', 'database')
    .where('operation', '<>', 'test')
    .orderBy('act.id')
    .execute()
  expect(trail).toMatchObject([
    {
      operation: 'PersonCorrectName',
      actorName: 'Ms Memon',
      reason: '',
      tableName: 'account',
      rowKey: String(accountId),
      before: { full_name: null },
      after: { full_name: null },
      salt: null,
      hasDigest: true,
    },
    // By keys only: this one is about nobody's row, and a name is many people's.
    { operation: 'Note', reason: 'for sana quratulain', tableName: null },
    {
      actorKind: 'schedule',
      actorName: 'erase-people',
      operation: 'erase-people',
      tableName: 'staff_grant',
      after: { revoked_at: expect.any(String) as string },
    },
    {
      operation: 'erase-people',
      tableName: 'audit_blanking',
      after: { account_id: accountId, cause: 'erasure', rows: 2 },
    },
  ])
})

test('the only owner is not erased before there is another', async () => {
  const { world, days, sana } = await portalWithAccount()
  const { accountId } = sana
  await sql`insert into staff_grant (account_id, role, granted_at) values (${accountId}, 'owner', now())`.execute(
    world.db,
  )
  const due = { accountId, askedAt: world.now(), dueAt: new Date(world.now().getTime() + 1), keepsAbstracts: false }
  await world.db.insertInto('closure').values(due).execute()
  days(1)
  const erase = () =>
    jobsOf(world)
      .find(({ name }) => name === 'erase-people')
      ?.work({})
  const erased = () => world.db.selectFrom('account').select('id').where('erasedAt', 'is not', null).execute()
  await erase()
  expect(await erased()).toEqual([])
  await aStaffPerson(world, 'owner')
  await erase()
  expect(await erased()).toEqual([{ id: accountId }])
})

test('the doctor tries again what was given up when it is asked to', async () => {
  const { url, run } = await aMachine()
  await run('add-event', ['content/demo-event.json'])
  await ask(url, "select graphile_worker.add_job('sweep-mail')")
  await ask(url, "update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no route'")
  expect((await run('doctor')).text).toContain('1 job failed every time and was given up.')

  expect((await run('doctor', ['--retry'])).text).toContain('1 job is tried again.')
  expect((await run('doctor')).text).toMatch(/^PostgreSQL 1\d\.\d.*, Node 2\d\..*\nAll is well\.\n$/)
})

test('CON-046: the doctor names the hour in which a superuser changed a byte, and a seal that is not the one of the letter', async () => {
  const { db, url } = await scratchDatabase<Tables>()
  const world = stillWorld(db)
  await inAct(
    world,
    { actor: { kind: 'command', name: 'Ms Memon' }, operation: 'try', reason: 'a misprint' },
    (world) => anEvent(world),
  )
  await sealTrail(world)
  const { digest } = await db.selectFrom('auditSeal').select('digest').executeTakeFirstOrThrow()
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: aFolder() }
  const doctor = async (...words: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/doctor.ts', ...words], { cwd: root, env }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stderr + stdout.replace(/^PostgreSQL .*\n/, ''),
    )
  expect(await doctor('seal', '1', digest.toString('hex'))).toMatch(/\nAll is well\.\n$/)
  await db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = 'replica'`.execute(db)
    await sql`update act_change set after = jsonb_set(after, '{name}', '"Annual Medical Conferenze"') where table_name = 'event'`.execute(
      db,
    )
  })
  expect(await doctor('seal', '1', digest.toString('hex').replace(/^./, 'x'))).toBe(
    'The audit trail of 1 November 2026, 09:00 to 09:00 UTC, is not as it was sealed (seal 1).\nSeal 1 of the audit trail is not the one of the letter.\nKeep the letters with the seals, and ask whoever may change the database by hand.\n2 problems found.\n',
  )
})
