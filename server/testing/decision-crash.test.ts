/** REV-059: the server is killed while a chair publishes: all of it is told and written, or nothing. */
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { prepareHome } from '#server/platform/postgres/home.ts'
import { freePort } from './ports.ts'
import { aUsedFolder, ask, childrenOf, kill, opened, type Running, start, tell, until } from './process.ts'

const many = 40

/** The tables that a publication writes, in this order: each holds it once, and there it is killed. */
const points = ['review_call', 'decision_batch', 'decision', 'abstract', 'mail']

type Reply = Record<string, unknown>

test.runIf(process.env.TEST_LONG)(
  'killed at five points of a publication, nothing of it is there; done again, all of it is (needs npm run test:long)',
  async () => {
    const dataFolder = await aUsedFolder()
    const portal = start({ program: 'scripts/start.ts', dataFolder, port: await freePort() })
    await opened(portal)
    const { url } = await prepareHome(join(dataFolder, 'postgres'))
    const asking = await signedIn(portal)
    const eventId = await manyPending(url)
    const { digest } = await asking('DecisionPreview', { eventId }, 'GET')
    for (const table of points) {
      const publish = () => asking('DecisionPublish', { eventId, digest }).catch((error: unknown) => String(error))
      const { killed, answer } = await killAt(portal, url, { table, publish })
      expect([table, answer]).toEqual([table, 'TypeError: fetch failed'])
      await until(() => !childrenOf(portal.pid).includes(killed as number))
      await opened(portal)
      expect(await standing(url)).toEqual({ told: 0, batches: 0, letters: 0, pending: many })
    }
    const { letters } = await asking('DecisionPublish', { eventId, digest })
    expect([letters, await standing(url)]).toEqual([many, { told: many, batches: 1, letters: many, pending: 0 }])
    tell(`${points.length} kills in a publication of ${many}: all or nothing`)
  },
)

async function standing(url: string) {
  const [row] = await ask<Record<'told' | 'batches' | 'letters' | 'pending', number>>(
    url,
    `select (select count(*)::int from abstract where told_at is not null) as told, (select count(*)::int from decision_batch) as batches,
      (select count(*)::int from mail where about like '% decision %') as letters,
      (select count(*)::int from decision where batch_id is null and replaced_at is null) as pending`,
  )
  return row
}

/** Accepted, and not yet published. */
async function manyPending(url: string): Promise<number> {
  const [event] = await ask<{ id: number }>(url, 'select id from event where is_current')
  const eventId = event?.id as number
  await ask(
    url,
    `with people as (insert into account (email, email_key, full_name, verified_at, created_at, password_changed_at)
        select 'author' || n || '@example.org', 'author' || n || '@example.org', 'Author ' || n, now(), now(), now() from generate_series(1, ${many}) as n returning id),
      who as (insert into applicant (account_id, event_id, created_at) select id, ${eventId}, now() from people returning id),
      counted as (insert into abstract_counter (event_id, last) values (${eventId}, ${many}) on conflict (event_id) do update set last = abstract_counter.last + ${many} returning last),
      made as (insert into abstract (applicant_id, event_id, status, number, created_at, submitted_at)
        select who.id, ${eventId}, 'Pending', last - ${many} + row_number() over (order by who.id), now(), now() from who, counted returning id, applicant_id)
      insert into abstract_version (abstract_id, number, applicant_id, save_digest, abstract_type, sub_speciality_id, title, title_plain, background, background_plain,
        material, material_plain, results, results_plain, discussion, discussion_plain, words, file_key, file_name, file_size, file_sha256, file_scan, saved_at)
      select id, 1, applicant_id, sha256('x'), 'Oral', (select min(sub_speciality.id) from sub_speciality join speciality on speciality.id = speciality_id where event_id = ${eventId}),
        'Work', 'Work', '', '', '', '', '', '', '', '', 0, 'abstracts/00/' || repeat('0', 30), 'a.pdf', 1, sha256('x'), 'none', now() from made`,
  )
  await ask(
    url,
    `update abstract set status = 'Under review', level = 1 from abstract_version where abstract_id = id and title_plain = 'Work'`,
  )
  await ask(
    url,
    `insert into decision (abstract_id, outcome, as_type, at) select id, 'accepted', 'Oral', now() from abstract join abstract_version on abstract_id = id where title_plain = 'Work'`,
  )
  return eventId
}

type Point = { table: string; publish: () => Promise<Reply | string> }

/** Held before it begins, so that it can not be done already. */
async function killAt(portal: Running, url: string, { table, publish }: Point) {
  const holder = new pg.Client(url)
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query(`lock table ${table} in share mode`)
  let heard: Reply | string = 'no answer'
  const answer = publish().then((said) => (heard = said))
  const waiting = 'select from pg_locks where relation = $1::regclass and not granted'
  const otherwise = () => `nobody waited for ${table}: ${JSON.stringify(heard)}`
  await until(async () => (await ask(url, waiting, [table])).length > 0, { every: 20, within: 30_000, otherwise })
  const [server] = childrenOf(portal.pid)
  kill(server)
  await holder.query('rollback')
  return { killed: server, answer: await answer }
}

type Asking = (name: string, input: Reply, method?: 'GET' | 'POST') => Promise<Reply>

async function signedIn({ address }: Running): Promise<Asking> {
  let cookie = ''
  const asking: Asking = async (name, input, method = 'POST') => {
    const query = new URLSearchParams(
      Object.entries(input).map(([key, value]): [string, string] => [key, String(value)]),
    )
    const isRead = method === 'GET'
    const answer = await fetch(`${address}/staff/${name}${isRead ? `?${query.toString()}` : ''}`, {
      method,
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', origin: address, cookie },
      ...(!isRead && { body: JSON.stringify(input) }),
    })
    const given = answer.headers.getSetCookie().find((each) => /colloquium_staff=[^;]/.test(each))
    if (given) cookie = given.split(';')[0] as string
    const body = (await answer.json()) as Reply
    expect([name, answer.status, body]).toEqual([name, 200, body])
    return body
  }
  const password = 'demo-organiser'
  await asking('StaffSignIn', { email: 'zainab.qureshi@example.org', password })
  await asking('StaffStepUp', { password })
  return asking
}
