/** Profiles for tests, sent the way a browser sends its form. */
import type { FastifyInstance } from 'fastify'
import type { World } from '#server/kernel/world.ts'
import { ask, makeTestApp } from './app.ts'
import { anEvent, aPersonSignedIn } from './people.ts'
import { photo } from './pictures.ts'
import { makeWorld } from './world.ts'

export const someValues = {
  Name: 'Ayesha Siddiqui',
  FatherName: 'Imran Siddiqui',
  Gender: 'Female',
  Nationality: 'Pakistani',
  PartcipantType: 'Nurse',
  PresenterType: 'Attendee',
  PMDCReg: '12345-N',
  Designation: 'Head nurse',
  Institution: 'Civil Hospital',
  Faculty: 'School of Nursing',
  Department: 'Paediatrics',
  Address: 'House 7, Street 3\nSaddar',
  Country: 'Pakistan',
  City: 'Hyderabad',
  PostCode: '71000',
  Mobile: '03001234567',
  Phone: '0221234567',
  Fax: '0221234568',
  AltEmail: 'ayesha@home.example',
}

export type Values = Record<string, string>
export type Sending = { token: string; values?: Values; picture?: Buffer | undefined; query?: Values; name?: string }
export type Answer = { http: number; status: string | undefined }

export async function portalWithPeople(change: Partial<World> = {}) {
  const world = await makeWorld(change)
  const event = await anEvent(world)
  const app = await makeTestApp(world)
  return { world, app, event, ayesha: await aPersonSignedIn(world), bilal: await aPersonSignedIn(world) }
}

export async function sendProfile(app: FastifyInstance, sending: Sending): Promise<Answer> {
  const { token, values = someValues, picture, query = {}, name = 'me.jpg' } = sending
  const { type, body } = await formOf(values, picture && { bytes: picture, name })
  const reply = await app.inject({
    method: 'POST',
    url: `/api/ProfileCreate?${new URLSearchParams(query).toString()}`,
    headers: { host: 'localhost', authorization: `Bearer ${token}`, 'content-type': type },
    payload: body,
  })
  return { http: reply.statusCode, status: reply.json<{ Table: { Status: string }[] }>().Table[0]?.Status }
}

/** The bytes of a form with a file in it, and the type that names their boundary. */
export async function formOf(
  values: Values,
  file?: { bytes: Uint8Array; name: string; field?: string },
): Promise<{ type: string; body: Buffer }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, value)
  if (file) form.append(file.field ?? 'ProfileImage', new Blob([new Uint8Array(file.bytes)]), file.name)
  const response = new Response(form)
  return { type: response.headers.get('content-type') ?? '', body: Buffer.from(await response.arrayBuffer()) }
}

export async function createProfile(app: FastifyInstance, token: string, values: Values = {}): Promise<void> {
  const answer = await sendProfile(app, { token, values: { ...someValues, ...values }, picture: await photo() })
  if (answer.status !== 'Success') throw new Error(`the profile was refused: ${answer.status}`)
}

/** What GetProfile says about the holder of the token. */
export async function readProfile(app: FastifyInstance, token: string): Promise<Record<string, unknown> | undefined> {
  const reply = await app.inject({ url: '/api/GetProfile', headers: headersOf(token) })
  return reply.json<{ Table: Record<string, unknown>[] }>().Table[0]
}

export async function readPhoto(app: FastifyInstance, token: string) {
  return ask(app, { url: '/api/ProfilePhoto', headers: headersOf(token) })
}

function headersOf(token: string): Record<string, string> {
  return { host: 'localhost', authorization: `Bearer ${token}` }
}
