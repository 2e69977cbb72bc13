/** People for a bench: everybody is signed in, and has the same password. */
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { argon2id } from '#server/platform/security/passwords.ts'
import { newToken } from '#server/platform/security/tokens.ts'
import type { Stage } from './stage.ts'

export const password = 'correct horse'

export async function openClient({ url }: Pick<Stage, 'url'>): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

/** Each address is locked until its transaction ends, and a server has room for so many locks. */
const atOnce = 1000

/** Gives their tokens. They are called p1@example.org and so on. */
export async function signedInPeople(stage: Pick<Stage, 'url'>, people: number): Promise<string[]> {
  await using client = await openClient(stage)
  const tokens = Array.from({ length: people }, () => newToken())
  const hashed = await hash(password, argon2id)
  for (let first = 0; first < people; first += atOnce) {
    const some = tokens.slice(first, first + atOnce)
    await client.query(
      `with made as (
         insert into account (email, email_key, full_name, password_hash, verified_at, created_at, password_changed_at)
         select 'p' || n || '@example.org', 'p' || n || '@example.org', 'P', $1, now(), now(), now()
         from generate_series($2::int + 1, $2 + $3::int) n returning id),
       applicants as (
         insert into applicant (account_id, event_id, created_at) select id, (select id from event where is_current), now() from made returning id, account_id),
       numbered as (select id, account_id, row_number() over (order by account_id) as n from applicants)
       insert into session (token_hash, account_id, applicant_id, created_at, last_seen_at)
       select decode(($4::text[])[n], 'hex'), account_id, id, now(), now() from numbered`,
      [hashed, first, some.length, some.map(({ hash: bytes }) => bytes.toString('hex'))],
    )
  }
  await client.query('analyze')
  return tokens.map(({ token }) => token)
}
