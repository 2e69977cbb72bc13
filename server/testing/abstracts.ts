/** Abstracts for tests, sent the way a browser sends its form. */
import type { FastifyInstance } from 'fastify'
import type { World } from '#server/kernel/world.ts'
import { ask, makeTestApp } from './app.ts'
import { aPage, pdfOf } from './pdf.ts'
import { anEvent, aPersonSignedIn, call } from './people.ts'
import { formOf } from './profiles.ts'
import { makeWorld } from './world.ts'

export const someWords = {
  AbstractType: 'Oral',
  Speciality: 'Radiology',
  SubSpeciality: 'Ultrasound',
  Title: 'Ultrasound in the <em>first</em> hour',
  BackGround: '<p>Two hundred people came.</p>',
  Material: '<p>We counted them.</p>',
  Results: '<p>H<sub>2</sub>O helped.</p>',
  Discussion: '<p>More is needed.</p>',
  pk: '0',
}

export const aPdf = (words = 'a page'): Buffer =>
  pdfOf(aPage('A study of sepsis'), { before: Buffer.from(`%PDF-1.7\n% ${words}\n`) })

export type SavedRow = { Status: string; pk?: number; Version?: number; IsLate?: boolean }
export type SaveAnswer = { http: number; row: SavedRow; stored?: Record<string, unknown> }
export type Sending = {
  token: string
  words?: Record<string, string>
  /** `null` sends none. */
  file?: { bytes: Uint8Array; name: string } | null
}

/** An event that takes abstracts, and two people in it. */
export async function portalWithAuthors(change: Partial<World> = {}) {
  const world = await makeWorld(change)
  const event = await anEvent(world)
  await withThemes(world, event)
  const app = await makeTestApp(world)
  return { world, app, event, ayesha: await aPersonSignedIn(world), bilal: await aPersonSignedIn(world) }
}

export async function withThemes(world: World, eventId: number): Promise<void> {
  const radiology = await world.db
    .selectFrom('speciality')
    .select('id')
    .where('eventId', '=', eventId)
    .where('description', '=', 'Radiology')
    .executeTakeFirstOrThrow()
  const pathology = await world.db
    .insertInto('speciality')
    .values({ eventId, description: 'Pathology', position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('subSpeciality')
    .values([
      { specialityId: radiology.id, description: 'Ultrasound' },
      { specialityId: radiology.id, description: 'Nuclear Medicine', position: 1 },
      { specialityId: pathology.id, description: 'Haematology' },
    ])
    .execute()
}

/** Sends the form; `pk` decides whether it is saved or updated, as it does in the browser. */
export async function send(app: FastifyInstance, { token, words = {}, file }: Sending): Promise<SaveAnswer> {
  const values = { ...someWords, ...words }
  const name = values.pk === '0' ? 'AbstractSave' : 'AbstractUpdate'
  return sendTo(app, name, { token, words: values, ...(file !== undefined && { file }) })
}

export async function sendTo(app: FastifyInstance, name: string, { token, words = {}, file }: Sending) {
  const attached = file === undefined ? { bytes: aPdf(), name: 'abstract.pdf' } : file
  const { type, body } = await formOf(words, attached ? { ...attached, field: 'AbstractFile' } : undefined)
  const reply = await app.inject({
    method: 'POST',
    url: `/api/${name}`,
    headers: { host: 'localhost', authorization: `Bearer ${token}`, 'content-type': type },
    payload: body,
  })
  const { Table, Stored } = reply.json<{ Table: [SavedRow]; Stored?: Record<string, unknown> }>()
  return { http: reply.statusCode, row: Table[0], ...(Stored && { stored: Stored }) }
}

/** Saves and gives the number of the abstract. */
export async function saved(app: FastifyInstance, sending: Sending): Promise<number> {
  const { row } = await send(app, sending)
  if (row.Status !== 'Success' || row.pk === undefined) throw new Error(`it was not saved: ${row.Status}`)
  return row.pk
}

export async function list(app: FastifyInstance, token: string): Promise<Record<string, unknown>[]> {
  const reply = await app.inject({ url: '/api/GetAbstracts', headers: headersOf(token) })
  return reply.json<{ Table: Record<string, unknown>[] }>().Table
}

export async function statusOf(app: FastifyInstance, name: string, asked: { token: string; pk: number }) {
  const { Status, http } = await call(app, name, asked)
  return http === 200 ? Status : http
}

export async function download(app: FastifyInstance, token: string, pk: number) {
  return ask(app, { url: `/api/AbstractDownload?pk=${pk}`, headers: headersOf(token) })
}

function headersOf(token: string): Record<string, string> {
  return { host: 'localhost', authorization: `Bearer ${token}` }
}

/** Sends a file in pieces of so many bytes, and gives the name of the upload. */
export async function inPieces(
  app: FastifyInstance,
  token: string,
  { bytes, name, piece = 1000 }: { bytes: Buffer; name: string; piece?: number },
): Promise<string> {
  const begun = await call(app, 'UploadBegin', { token, FileName: name, FileSize: bytes.length, FileKey: name })
  const uploadId = String(begun.UploadID)
  for (let at = Number(begun.Received); at < bytes.length;) {
    const sent = await sendPiece(app, token, { uploadId, offset: at, bytes: bytes.subarray(at, at + piece) })
    at = Number(sent.Received)
  }
  return uploadId
}

export async function sendPiece(
  app: FastifyInstance,
  token: string,
  { uploadId, offset, bytes }: { uploadId: string; offset: number; bytes: Buffer },
): Promise<{ http: number; Status: string; Received?: number }> {
  const { type, body } = await formOf(
    { UploadID: uploadId, Offset: String(offset) },
    { bytes, name: 'piece', field: 'Piece' },
  )
  const reply = await app.inject({
    method: 'POST',
    url: '/api/UploadPiece',
    headers: { ...headersOf(token), 'content-type': type },
    payload: body,
  })
  const { Table } = reply.json<{ Table: [{ Status: string; Received?: number }] }>()
  return { http: reply.statusCode, ...Table[0] }
}
