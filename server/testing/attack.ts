/** Everything hostile that we know, through every route that takes a file. Also for the bench, which is no test. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { pieceBytes } from '#contract/abstracts/rules.ts'
import { someWords } from './abstracts.ts'
import { harmful, type HostileFile, wrongKinds } from './hostile-files.ts'
import { hostilePictures, oddPictures } from './pictures.ts'
import { formOf, someValues } from './profiles.ts'
import { stuffedPictures } from './stuffed-pictures.ts'

type Route = 'photo' | 'abstract' | 'pieces'
export type Shot = { route: Route; name: string; file: { bytes: Buffer; name: string }; answer: string }
export type Attacker = { address: string; token: string }

const wrongType = 'Invalid file type'
const unsafe = 'This file could harm its readers (macros, a virus or a bomb). Please save it anew and try again.'

/** Whoever is asked to come again does so this often. */
const timeout = 100

/** Each with the words for its sender: what 0.1 took as good and is harmless stays good. */
export async function hostileShots(): Promise<Shot[]> {
  const photos = [...(await hostilePictures()), ...(await oddPictures())].map(({ name, bytes, answer }): Shot => ({
    route: 'photo',
    name,
    file: { bytes, name: 'me.png' },
    answer,
  }))
  const documents = [
    ...(await Promise.all(wrongKinds.map((file) => shotOf(file, wrongType)))),
    ...(await Promise.all(harmful.map((file) => shotOf(file, unsafe)))),
  ]
  const [stuffed] = stuffedPictures()
  const drawing = stuffed && (await shotOf([stuffed[0], 'png', () => stuffed[1]], 'Success'))
  const abstracts = drawing ? [...documents, drawing] : documents
  return [...photos, ...abstracts, ...documents.map((shot): Shot => ({ ...shot, route: 'pieces' }))]
}

async function shotOf([name, extension, bytes]: HostileFile, answer: string): Promise<Shot> {
  return { route: 'abstract', name, file: { bytes: await bytes(), name: `paper.${extension}` }, answer }
}

/** Those of each route one after the other, all routes at once: as many as one person may send at the same time. Gives what was heard to each. */
export async function fireAll(attacker: Attacker, shots: readonly Shot[]): Promise<[Shot, string][]> {
  const byRoute = Object.values(Object.groupBy(shots, ({ route }) => route))
  const heard = byRoute.map(async (those) => {
    const answers: [Shot, string][] = []
    for (const shot of those) answers.push([shot, await fire(attacker, shot)])
    return answers
  })
  return (await Promise.all(heard)).flat()
}

export async function fire(attacker: Attacker, { route, file }: Shot): Promise<string> {
  if (route === 'photo') return form(attacker, 'ProfileCreate', { values: someValues, file })
  const field = 'AbstractFile'
  const values = { ...someWords, SaveKey: randomUUID() }
  if (route === 'abstract') return form(attacker, 'AbstractSave', { values, file: { ...file, field } })
  const UploadID = await sendPieces(attacker, file)
  return form(attacker, 'AbstractSave', { values: { ...values, UploadID } })
}

async function sendPieces(attacker: Attacker, { bytes, name }: Shot['file']): Promise<string> {
  const begin = JSON.stringify({ FileName: name, FileSize: bytes.length, FileKey: randomUUID() })
  const { UploadID } = await post(attacker, 'UploadBegin', { type: 'application/json', body: Buffer.from(begin) })
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const values = { UploadID: String(UploadID), Offset: String(at) }
    await form(attacker, 'UploadPiece', {
      values,
      file: { bytes: bytes.subarray(at, at + pieceBytes), name: 'piece', field: 'Piece' },
    })
  }
  return String(UploadID)
}

type Sent = { values: Record<string, string>; file?: { bytes: Buffer; name: string; field?: string } }

async function form(attacker: Attacker, call: string, { values, file }: Sent): Promise<string> {
  return String((await post(attacker, call, await formOf(values, file))).Status)
}

type Row = Record<string, unknown>

async function post(
  { address, token }: Attacker,
  call: string,
  { type, body }: { type: string; body: Buffer },
): Promise<Row> {
  for (let tries = 1; ; tries += 1) {
    const reply = await fetch(`${address}/api/${call}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body: new Uint8Array(body),
    })
    const text = await reply.text()
    if (reply.status === 200) return (JSON.parse(text) as { Table: Row[] }).Table[0] ?? {}
    if (reply.status !== 503 || tries === timeout) return { Status: `${reply.status} ${text}` }
    await pause(Number(reply.headers.get('retry-after') ?? 1) * 200)
  }
}
