/** What a save costs at the least: Fastify, the same form with the same small file on the disk, and the same statements, written out. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, open, rename, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart, { type MultipartFile } from '@fastify/multipart'
import fastify from 'fastify'
import pg from 'pg'
import { contend } from '../measure.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const folder = await mkdtemp(join(process.env.DATA_DIR ?? tmpdir(), 'raw-'))
const app = fastify()
await app.register(multipart)

app.post('/api/AbstractSave', async (request) => {
  const token = createHash('sha256').update(String(request.headers.authorization).slice(7)).digest()
  const { rows } = await pool.query<{ applicant_id: number; event_id: number; account_id: number }>(
    `select session.id, session.account_id, last_seen_at, email_key, applicant.id as applicant_id, event_id from session
     join account on account.id = session.account_id left join applicant on applicant.id = applicant_id
     where token_hash = $1 and session.created_at > now() - interval '7 days' and last_seen_at > now() - interval '12 hours'`,
    [token],
  )
  const who = rows[0] as { applicant_id: number; event_id: number; account_id: number }
  const fields: Record<string, string> = {}
  let file: Buffer = Buffer.alloc(0)
  for await (const part of request.parts()) {
    if (part.type === 'file') file = await (part as MultipartFile).toBuffer()
    else fields[part.fieldname] = String(part.value)
  }
  await pool.query(
    `insert into attempt (key, hits, resets_at) values ($1, 1, now() + interval '1 hour')
     on conflict (key) do update set hits = attempt.hits + 1 returning hits, resets_at`,
    [`raw ${who.account_id}`],
  )
  const key = [who.applicant_id, fields.SaveKey]
  const before =
    'select abstract_id, number, is_late, is_aside, save_digest from abstract_version where applicant_id = $1 and save_key = $2'
  await pool.query(before, key)
  const theme = await pool.query<{ sub: number }>(
    `select abstracts_close_on, time_zone, speciality.id, sub.id as sub from event
     left join speciality on speciality.event_id = event.id and speciality.description = $1
     left join sub_speciality sub on sub.speciality_id = speciality.id and sub.description = $2 where event.id = $3`,
    [fields.Speciality, fields.SubSpeciality, who.event_id],
  )
  const sha256 = createHash('sha256').update(file).digest()
  await pool.query(
    'select file_key from abstract_version where applicant_id = $1 and abstract_id = 0 and file_sha256 = $2',
    [who.applicant_id, sha256],
  )
  const name = await store(file)
  const client = await pool.connect()
  await client.query('begin')
  await client.query(
    `select event.id, event.name, abstracts_close_on, time_zone, email, full_name from applicant join account on account.id = account_id
     join event on event.id = event_id where applicant.id = $1 for no key update of applicant`,
    [who.applicant_id],
  )
  await client.query(before, key)
  const made = await client.query<{ id: number }>(
    'insert into abstract (applicant_id, event_id, created_at) values ($1, $2, now()) returning id',
    [who.applicant_id, who.event_id],
  )
  await client.query(
    `insert into abstract_version (abstract_id, number, applicant_id, save_key, save_digest, abstract_type, sub_speciality_id, title, title_plain,
       background, background_plain, material, material_plain, results, results_plain, discussion, discussion_plain, words, file_key, file_name,
       file_size, file_sha256, file_scan, saved_at)
     values ($1, 1, $2, $3, $4, 'Oral', $5, $6, $6, $7, $7, $8, $8, $9, $9, $10, $10, 200, $11, 'a.pdf', $12, $4, 'none', now())`,
    [
      made.rows[0]?.id,
      who.applicant_id,
      fields.SaveKey,
      sha256,
      theme.rows[0]?.sub,
      fields.Title,
      fields.BackGround,
      fields.Material,
      fields.Results,
      fields.Discussion,
      name,
      file.length,
    ],
  )
  await client.query('commit')
  client.release()
  return { Table: [{ Status: 'Success', pk: made.rows[0]?.id, Version: 1 }] }
})

/** Safe on the disk under its name, as ours is. */
async function store(bytes: Buffer): Promise<string> {
  const name = randomBytes(16).toString('hex')
  const file = await open(join(folder, `${name}.new`), 'wx')
  await file.writeFile(bytes)
  await file.sync()
  await file.close()
  await rename(join(folder, `${name}.new`), join(folder, name))
  const above = await open(folder, 'r')
  await above.sync()
  await above.close()
  return `abstracts/${name.slice(0, 2)}/${name.slice(2)}`
}

await app.listen({ port: 0, host: '127.0.0.1' })
contend((app.server.address() as AddressInfo).port, async () => {
  await app.close()
  await pool.end()
  await rm(folder, { recursive: true, force: true })
})
