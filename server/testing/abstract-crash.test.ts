import { randomInt } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sweepUploads } from '#server/abstracts/uploads.ts'
import { brokenInvariants } from '#server/audit/invariants.ts'
/** The server is killed while abstracts are saved, whole and in pieces: what was answered is there, and nothing is half old and half new. */
import { sweepFiles } from '#server/backup/sweep-files.ts'
import type { Tables } from '#server/database/tables.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { filesIn, sweepIncoming } from '#server/platform/files/files.ts'
import { withLedger } from '#server/platform/files/ledger.ts'
import { prepareHome } from '#server/platform/postgres/home.ts'
import { newToken } from '#server/platform/security/tokens.ts'
import { often } from './counts.ts'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { aUsedFolder, ask, childrenOf, opened, start, tell, until } from './process.ts'
import { formOf } from './profiles.ts'
import { stillWorld } from './world.ts'

/** Where the server dies: the sign that is waited for, and how many milliseconds later. */
const points = [
  { name: 'while the file arrives', sign: 'half is sent', after: [0, 20] },
  { name: 'when it has arrived', sign: 'all is sent', after: [0, 6] },
  { name: 'between the new file and the commit', sign: 'the new file is there', after: [0, 3] },
  { name: 'around the commit and the answer', sign: 'the new file is there', after: [3, 25] },
  { name: 'between two pieces', sign: 'a piece is there', after: [0, 12] },
] as const
type Point = (typeof points)[number]
/** `ABSTRACT_KILLS=100` kills the server a hundred times. */
const kills = Number(process.env.ABSTRACT_KILLS ?? often(2, 10))
/** So many people save at the same time, each as soon as the last save was answered: every kill meets all of them somewhere. */
const authors = 6

type Author = { token: string; name: number; saves: number; interrupted: number; pk?: number }
type Portal = { address: string; dataFolder: string }

test.runIf(process.env.TEST_LONG)(
  'killed at the points of save and upload, no save that was answered is lost and none is mixed (needs npm run test:long)',
  async () => {
    const dataFolder = await aUsedFolder()
    const portal = start({ program: 'scripts/start.ts', dataFolder, port: await freePort() })
    await opened(portal)
    const { url } = await prepareHome(join(dataFolder, 'postgres'))
    const people = await signedIn(url)
    const house = { address: portal.address, dataFolder }
    let isOver = false
    const everybody = people.map(async (author) => {
      while (!isOver) await saveUntilAnswered(house, author)
    })
    await until(() => people.every(({ saves }) => saves > 0))

    for (let round = 0; round < kills; round += 1) {
      const [server] = childrenOf(portal.pid)
      await moment(house, points[round % points.length] as Point)
      kill(server)
      await until(() => !childrenOf(portal.pid).includes(server as number))
      await opened(portal)
      // Each finds one of their own saves, its words with its file.
      for (const author of people) expect(await isWhole(portal.address, author)).toBe(true)
    }
    isOver = true
    await Promise.all(everybody)

    const saves = people.reduce((sum, author) => sum + author.saves, 0)
    const interrupted = people.reduce((sum, author) => sum + author.interrupted, 0)
    tell(`${kills} kills met ${interrupted} saves on their way; ${saves} saves were answered, and all are there`)
    expect(interrupted).toBeGreaterThan(kills * 2)
    for (const author of people) {
      const kept = await ask<{ title: string }>(
        url,
        'select title_plain as title from abstract_version where applicant_id = (select applicant_id from abstract where id = $1) order by number',
        [author.pk],
      )
      expect(kept.map(({ title }) => title)).toEqual(
        Array.from({ length: author.saves }, (_, at) => titleOf(author, at)),
      )
    }
    expect(await ask(url, 'select id from abstract')).toHaveLength(authors)
    expect(await leftovers(house, url)).toEqual({ incoming: 0, pieces: 0, files: saves, broken: [] })
  },
)

const titleOf = ({ name }: Author, save: number) => `Author ${name} save ${save}`
/** A file that says whose it is, at its beginning and at its end. */
const fileOf = (title: string) => Buffer.from(`%PDF-1.7\n${title}\n${'x'.repeat(300_000)}\n${title}`)
const pieceSize = 120_000

/** As a browser does: the same save, under the same key, until it is answered. */
async function saveUntilAnswered({ address }: Portal, author: Author): Promise<void> {
  const title = titleOf(author, author.saves)
  for (let tried = 0; ; tried += 1) {
    // Every other one comes in pieces.
    const answer = await (author.saves % 2 ? saveInPieces : saveWhole)(address, author, title).catch(() => undefined)
    if (answer?.Status === 'Success') {
      author.pk = answer.pk
      author.saves += 1
      return
    }
    if (answer) throw new Error(`${title}: ${answer.Status}`)
    if (tried === 0) author.interrupted += 1
    await pause(randomInt(100, 300))
  }
}

type Answer = { Status: string; pk: number; UploadID: string; Received: number }

async function saveWhole(address: string, author: Author, title: string): Promise<Answer> {
  return send(address, author, { call: 'AbstractSave', values: wordsOf(author, title), file: fileOf(title) })
}

async function saveInPieces(address: string, author: Author, title: string): Promise<Answer> {
  const bytes = fileOf(title)
  const begin = { FileName: 'a.pdf', FileSize: String(bytes.length), FileKey: title }
  const { UploadID, Received } = await send(address, author, { call: 'UploadBegin', values: begin })
  for (let at = Received; at < bytes.length;) {
    const values = { UploadID, Offset: String(at) }
    const sent = await send(address, author, { call: 'UploadPiece', values, file: bytes.subarray(at, at + pieceSize) })
    at = sent.Received
  }
  return send(address, author, { call: 'AbstractSave', values: { ...wordsOf(author, title), UploadID } })
}

function wordsOf({ pk = 0 }: Author, title: string): Record<string, string> {
  const theme = { AbstractType: 'Oral', Speciality: 'Radiology', SubSpeciality: 'Ultrasound' }
  return { ...theme, Title: title, BackGround: `<p>${title}</p>`, pk: String(pk), SaveKey: title }
}

type Sending = { call: string; values: Record<string, string>; file?: Buffer }

/** In two halves, so that a server can die between them. */
async function send(address: string, { token }: Author, { call, values, file }: Sending): Promise<Answer> {
  const field = call === 'UploadPiece' ? 'Piece' : 'AbstractFile'
  const form = file ? await formOf(values, { bytes: file, name: 'a.pdf', field }) : undefined
  const body = form?.body ?? Buffer.from(JSON.stringify(values))
  const type = form?.type ?? 'application/json'
  return new Promise((done, fail) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length }
    const asked = request(`${address}/api/${call}`, { method: 'POST', headers, agent: false }, (reply) => {
      let text = ''
      reply.on('data', (part: Buffer) => (text += part.toString()))
      reply.once('error', fail)
      reply.once('end', () => {
        // A server that has just begun may not know its database yet.
        if (reply.statusCode !== 200) fail(new Error(text))
        else done((JSON.parse(text) as { Table: [Answer] }).Table[0])
      })
    })
    asked.once('error', fail)
    asked.write(body.subarray(0, body.length / 2), () => setTimeout(() => asked.end(body.subarray(body.length / 2)), 5))
  })
}

/** Waits for the sign: somebody's save is just there. */
async function moment({ dataFolder }: Portal, { sign, after }: Point): Promise<void> {
  const where = {
    'half is sent': 'incoming',
    'all is sent': 'incoming',
    'a piece is there': 'pieces',
    'the new file is there': 'abstracts',
  }[sign]
  const folder = join(dataFolder, 'files', where)
  const names = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 3)
  const before = new Set(names())
  const last = performance.now() + 3000
  while (performance.now() < last && names().every((name) => before.has(name))) await pause(1)
  await pause(randomInt(after[0], after[1]) + (sign === 'all is sent' ? 5 : 0))
}

async function isWhole(address: string, { token }: Author): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}`, connection: 'close' }
  const reply = await fetch(`${address}/api/GetAbstracts`, { headers })
  const [row, ...others] = ((await reply.json()) as { Table: { pk: number; TitlePlain: string; BackGround: string }[] })
    .Table
  const file = await fetch(`${address}/api/AbstractDownload?pk=${row?.pk}`, { headers })
  const bytes = Buffer.from(await file.arrayBuffer())
  // Between the two questions a newer save may have come: then the file is of that one, whole as well.
  const title = /^Author \d+ save \d+$/m.exec(bytes.toString('latin1'))?.[0] ?? ''
  const isNewer = Number(title.split(' ').at(-1)) >= Number(row?.TitlePlain.split(' ').at(-1))
  return (
    others.length === 0 && isNewer && row?.BackGround === `<p>${row?.TitlePlain}</p>` && bytes.equals(fileOf(title))
  )
}

/** People who are signed in already. */
async function signedIn(url: string): Promise<Author[]> {
  const tokens = Array.from({ length: authors }, () => newToken())
  await ask(
    url,
    `with made as (
       insert into account (email, email_key, full_name, verified_at, created_at, password_changed_at)
       select 'a' || n || '@example.org', 'a' || n || '@example.org', 'A', now(), now(), now() from generate_series(1, $1::int) n returning id),
     applicants as (
       insert into applicant (account_id, event_id, created_at) select id, (select id from event where is_current), now() from made returning id, account_id),
     numbered as (select id, account_id, row_number() over (order by account_id) as n from applicants)
     insert into session (token_hash, account_id, applicant_id, created_at, last_seen_at)
     select decode(($2::text[])[n], 'hex'), account_id, id, now(), now() from numbered`,
    [authors, tokens.map(({ hash }) => hash.toString('hex'))],
  )
  return tokens.map(({ token }, name) => ({ token, name, saves: 0, interrupted: 0 }))
}

/** After the sweep that comes by the clock, two days later. */
async function leftovers({ dataFolder }: Portal, url: string) {
  const { db, pool } = openDatabase<Tables>({ url, poolSize: 2, log: { warn: () => {} } })
  const files = filesIn(join(dataFolder, 'files'))
  const later = new Date(Date.now() + 48 * 3_600_000)
  const now = () => later
  const world = { ...stillWorld(db), files: withLedger(files, { db, now }), now }
  await sweepUploads(world)
  await sweepFiles(world)
  await sweepIncoming(files, later)
  const count = async (kind: string) => {
    let found = 0
    for await (const _ of files.list(kind)) found += 1
    return found
  }
  const broken = await brokenInvariants({ db }).finally(() => pool.end())
  const incoming = readdirSync(files.incoming).length
  return { incoming, pieces: await count('pieces'), files: await count('abstracts'), broken }
}
