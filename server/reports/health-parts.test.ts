import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { HealthPart, HealthShow } from '#contract/health.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { oldBackup, oldDrill } from '#server/backup/rules.ts'
import { noteRun } from '#server/backup/runs.ts'
import { noteCheck } from '#server/platform/jobs/checks.ts'
import { ask, makeTestApp } from '#server/testing/app.ts'
import { anEvent } from '#server/testing/people.ts'
import { countQueries } from '#server/testing/queries.ts'
import { aStaffPerson, staffToken } from '#server/testing/staff.ts'
import { makeWorld } from '#server/testing/world.ts'
import { healthParts } from './health-parts.ts'
import { checkPart, checkWords, diskPart, lateAfter, littleDisk, mailPart, standbysPart } from './health-sentences.ts'

const inProduction = { DATA_DIR: import.meta.dirname, BACKUP_TO: '/backups', production: true } as const
const states = (parts: HealthPart[]) => Object.fromEntries(parts.map(({ topic, state }) => [topic, state]))

test('an owner is told what waits and what to do, and a portal without trouble has nothing to do', async () => {
  const world = await makeWorld()
  await anEvent(world)
  const now = world.now()
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const demo = { ...inProduction, BACKUP_TO: undefined, production: false }
  expect(states(await healthParts(world, demo))).toEqual({
    backup: 'off',
    database: 'good',
    standbys: 'off',
    mail: 'off',
    payments: 'good',
    exceptions: 'good',
    jobs: 'good',
    disk: 'good',
    invariants: 'off',
    files: 'off',
    seals: 'off',
    secrets: 'good',
    blindness: 'good',
    engines: 'good',
  })
  expect((await healthParts(world, { ...demo, production: true }))[0]).toMatchObject({
    state: 'bad',
    next: 'Set BACKUP_TO to a folder on another disk.',
  })

  await noteRun(world, { kind: 'backup', beganAt: ago(200), name: 'a', bytes: 1 })
  await noteRun({ ...world, now: () => ago(9 * 24 * 60) }, { kind: 'drill', beganAt: ago(200), name: 'a', bytes: 1 })
  await sql`
    insert into mail (message_id, recipient, subject, body_text, body_html, created_at, next_try_at)
    values ('<a@b>', 'a@example.edu', 's', 't', 'h', ${ago(25)}, ${ago(0)})`.execute(world.db)
  await sql`
    insert into payment_exception (kind, gateway, gateway_reference, opened_at)
    values ('orphan_capture', 'sandbox', 'x', ${ago(300)})`.execute(world.db)
  await noteCheck(world, 'invariants', ['Not true: nobody holds two seats in one workshop (1 found).'])
  await noteCheck({ ...world, now: () => ago(30 * 60) }, 'files', [])
  const carry = async () => undefined

  const parts = await healthParts({ ...world, postOffice: { ...world.postOffice, carry } }, inProduction)

  expect(parts.filter(({ state }) => state === 'bad' || state === 'wait')).toEqual([
    {
      topic: 'drill',
      state: 'bad',
      says: 'The last drill that restored a backup is 9 days old.',
      next: 'Run npm run restore -- --drill.',
      details: [],
      at: ago(9 * 24 * 60).toISOString(),
    },
    {
      topic: 'mail',
      state: 'bad',
      says: '1 letter waits. The oldest for 25 minutes.',
      next: 'Check the mail server of SMTP_URL; the log has its answers. Emails are retried for three days.',
      details: [],
      at: null,
    },
    {
      topic: 'exceptions',
      state: 'bad',
      says: '1 payment waits for a decision, the oldest for 5 hours.',
      next: 'Resolve what stands under Finance.',
      details: [],
      at: null,
    },
    {
      topic: 'invariants',
      state: 'bad',
      says: 'Data that must always agree does not.',
      next: checkWords.invariants.next,
      details: ['Not true: nobody holds two seats in one workshop (1 found).'],
      at: now.toISOString(),
    },
    expect.objectContaining({ topic: 'files', state: 'wait', next: 'Look in the log why the night did not.' }),
  ])
  // Whoever is told that something is wrong is told what to do.
  expect(parts.filter(({ state, next }) => (state === 'bad' || state === 'wait') === (next === ''))).toEqual([])
})

test('many who look ask the database ten times together, and the next within a moment none; an organiser of one event sees nothing', async () => {
  const { world, since } = countQueries(await makeWorld())
  const eventId = await anEvent(world)
  const app = await makeTestApp(world)
  const headersOf = async (role: 'owner' | 'organiser' | 'finance', at: number | null) => ({
    cookie: `${app.staffCookie}=${await staffToken(world, await aStaffPerson(world, role, { eventId: at }))}`,
  })
  const [owner, organiser, ofEvent, finance] = [
    await headersOf('owner', null),
    await headersOf('organiser', null),
    await headersOf('organiser', eventId),
    await headersOf('finance', null),
  ]
  const show = (headers: Record<string, string>) => ask(app, { url: '/staff/HealthShow', headers })
  since()
  const [first, second] = await Promise.all([show(owner), show(organiser)])
  expect([first.statusCode, second.body]).toEqual([200, first.body])
  // One each to find out who asks.
  expect(since()).toBeLessThanOrEqual(10 + 2)
  await show(owner)
  expect(since()).toBe(1)
  const { parts } = JSON.parse(first.body) as ReplyOf<typeof HealthShow>
  expect(parts.length).toBeGreaterThan(10)
  expect([(await show(ofEvent)).statusCode, (await show(finance)).statusCode]).toEqual([403, 403])
})

test('a standby that is away, a full disk, letters held and given up are told', () => {
  const machine = {
    jobsWaiting: 0,
    jobsGivenUp: 0,
    roleChanges: 0,
    brokenInvariants: 0,
    missingFiles: 0,
    postgres: '18.4',
  }
  const standby = (standbys: number, lag: number | null, standbyMissing = false) =>
    standbysPart({ ...machine, standbys, lag, standbyMissing }).state
  expect([standby(0, 0), standby(1, 0.2), standby(2, 45), standby(1, null), standby(1, 0, true)]).toEqual([
    'off',
    'good',
    'wait',
    'wait',
    'bad',
  ])
  expect([diskPart(1.9e9).state, diskPart(2.1e9).state]).toEqual(['bad', 'good'])
  const now = new Date()
  const mail = { waiting: 0, since: null, held: 0, notAccepted: 0, answer: null, givenUp: 4, givenUpLately: 0 }
  const post = { now, hasServer: true, production: true }
  expect(mailPart(mail, post).state).toBe('good')
  expect(mailPart({ ...mail, givenUpLately: 2 }, post)).toMatchObject({
    state: 'wait',
    says: 'No letter waits. 2 were given up in the last day.',
  })
  expect(mailPart({ ...mail, waiting: 3, held: 3 }, post).says).toBe('3 letters wait since a restore.')
  expect(mailPart(mail, { ...post, hasServer: false }).state).toBe('bad')
  const many = Array.from({ length: 25 }, (_, at) => `The file ${at} is gone.`)
  expect(checkPart(checkWords.files, { at: now, problems: many }, now).details.at(-1)).toBe('And 5 more.')
})

test('the console calls late what the alerts call late', () => {
  const alerts = readFileSync(new URL('../../ops/alerts.yaml', import.meta.url), 'utf8')
  const limit = (figure: string): number => {
    const [, words = ''] = new RegExp(`${figure}\\)? [<>] ([\\d *e]+)`).exec(alerts) ?? []
    return words.split('*').reduce((product, each) => product * Number(each), 1)
  }
  expect({
    letter: limit('colloquium_mail_oldest_seconds') * 1000,
    attempt: limit('colloquium_attempt_oldest_seconds') * 1000,
    exception: limit('colloquium_payment_exception_oldest_seconds') * 1000,
    backup: limit('colloquium_backup_age_seconds') * 1000,
    drill: limit('colloquium_restore_drill_age_seconds') * 1000,
    disk: limit('colloquium_disk_free_bytes'),
  }).toEqual({
    letter: lateAfter.letter,
    attempt: lateAfter.attempt,
    exception: lateAfter.exception,
    backup: oldBackup,
    drill: oldDrill,
    disk: littleDisk,
  })
})
