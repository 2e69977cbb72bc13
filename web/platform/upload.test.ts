import { afterEach, expect, test, vi } from 'vitest'
import * as calls from '#contract/calls.ts'
import type { ProfileCreate } from '#contract/people/profiles.ts'
import { setAuthData } from '#web/accounts/slice.ts'
import { makeStore } from '#web/store.ts'
import { type Ask, call, download } from './call.ts'
import { restored } from './visit.ts'

afterEach(() => vi.unstubAllGlobals())

function someoneSignedIn() {
  const store = makeStore()
  store.dispatch(restored({}))
  store.dispatch(setAuthData({ token: 'session-token', deviceId: 'device-1' }))
  return store
}

function answering(...replies: Response[]) {
  const fetched = vi.fn<typeof fetch>(async () => replies.shift() ?? Response.error())
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('a picture goes with its fields as a form of several parts, with the token, and nothing that is left out', async () => {
  const fetched = answering(Response.json({ Table: [{ Status: 'Success' }] }))
  const picture = new File(['picture'], '412.png', { type: 'image/png' })
  const asked = { Name: "O'Neil & Sons", EventID: undefined, ProfileImage: picture }
  await call(someoneSignedIn(), calls.ProfileCreate, asked as unknown as Ask<typeof ProfileCreate>)
  const [path, init] = fetched.mock.calls[0] ?? []
  expect([path, init?.method, init?.headers]).toEqual([
    '/api/ProfileCreate',
    'POST',
    { authorization: 'Bearer session-token' },
  ])
  const form = init?.body
  if (!(form instanceof FormData)) throw new Error('It was not sent as a form.')
  const sent = [...form].map(([name, value]) => [name, value instanceof File ? value.name : value])
  expect(sent).toEqual([
    ['DeviceID', 'device-1'],
    ['Name', "O'Neil & Sons"],
    ['ProfileImage', '412.png'],
  ])
})

test('a file that cannot be had is nothing', async () => {
  const fetched = answering(new Response('bytes'), new Response('', { status: 404 }))
  const store = someoneSignedIn()
  expect((await download(store, calls.ProfilePhoto))?.size).toBe(5)
  expect(await download(store, calls.ProfilePhoto)).toBeUndefined()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await download(store, calls.ProfilePhoto)).toBeUndefined()
  expect(fetched.mock.calls[0]).toEqual([
    '/api/ProfilePhoto',
    { headers: { authorization: 'Bearer session-token' }, signal: expect.any(AbortSignal) as AbortSignal },
  ])
})
