/** A server of its own that is killed while staff do something, and what it is given before. */
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { prepareHome } from '#server/platform/postgres/home.ts'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { aUsedFolder, ask, childrenOf, opened, type Running, start, until } from './process.ts'
import { type Asking, signedIn } from './staff-process.ts'

/** With its supervisor, which starts it again, its database, and the owner of the demonstration. */
export async function aServerToKill(): Promise<{ portal: Running; url: string; asking: Asking }> {
  const dataFolder = await aUsedFolder()
  const portal = start({ program: 'scripts/start.ts', dataFolder, port: await freePort() })
  await opened(portal)
  const { url } = await prepareHome(join(dataFolder, 'postgres'))
  return { portal, url, asking: await signedIn(portal) }
}

/** As a power cut would; then its supervisor has started another, which is open. */
export async function killServer(portal: Running): Promise<void> {
  const [server] = childrenOf(portal.pid)
  kill(server)
  await until(() => !childrenOf(portal.pid).includes(server as number))
  await opened(portal)
}

type Point = { table: string; act: () => Promise<unknown>; within?: number }

/** The table is held before the act begins, so that it can not be done already: where it wants to write there, the server is killed. */
export async function killAt(portal: Running, url: string, { table, act, within = 60_000 }: Point): Promise<string> {
  const holder = new pg.Client(url)
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query(`lock table ${table} in share mode`)
  let heard = 'no answer'
  const answer = act().then(
    (said) => (heard = JSON.stringify(said)),
    (error: unknown) => (heard = String(error)),
  )
  const waiting = 'select from pg_locks where relation = $1::regclass and not granted'
  const otherwise = () => `nobody waited for ${table}: ${heard}`
  await until(async () => (await ask(url, waiting, [table])).length > 0, { every: 20, within, otherwise })
  const again = killServer(portal)
  await holder.query('rollback')
  await again
  return answer
}

/** Of as many authors, at the current event, whose number it gives. */
export async function abstractsUnderReview(url: string, many: number): Promise<number> {
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
  return eventId
}
