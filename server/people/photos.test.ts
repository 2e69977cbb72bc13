import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { filesIn } from '#server/platform/files/files.ts'
import { newKey } from '#server/platform/files/files.ts'
import { jobsOf } from '#server/schedule.ts'
import { blue, colourOf, hostilePictures, padded, photo, red } from '#server/testing/pictures.ts'
import {
  createProfile,
  portalWithPeople,
  readPhoto,
  readProfile,
  sendProfile,
  someValues,
} from '#server/testing/profiles.ts'
import { marked } from '#server/testing/world.ts'

const success = { http: 200, status: 'Success' }

async function photosOf(world: World): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of world.files.list('photos')) keys.push(key)
  return keys
}

test('a picture of 2,097,151 bytes is taken, one of 2,097,152 is not', async () => {
  const { app, ayesha } = await portalWithPeople()
  const picture = await photo()

  expect(await sendProfile(app, { token: ayesha.token, picture: padded(picture, 2_097_151) })).toEqual(success)
  for (const bytes of [2_097_152, 12_000_000])
    expect(await sendProfile(app, { token: ayesha.token, picture: padded(picture, bytes) })).toEqual({
      http: 200,
      status: 'File size must be less than 2MB.',
    })
})

test('whatever is sent as a picture, the answer is clear, and what is refused changes nothing', async () => {
  const { world, app, ayesha } = await portalWithPeople()
  const { token } = ayesha
  await createProfile(app, token)
  const before = [await readProfile(app, token), (await readPhoto(app, token)).rawPayload]

  // The folder is of all tests of a worker.
  const arriving = () => readdirSync(world.files.incoming)
  const there = new Set(arriving())
  const all = await hostilePictures()
  expect(all.length).toBeGreaterThan(20)
  for (const { name, bytes, answer } of all) {
    const sent = await sendProfile(app, {
      token,
      values: { ...someValues, Name: 'Changed' },
      picture: bytes,
      name: 'me.png',
    })
    expect([name, sent]).toEqual([name, { http: 200, status: answer }])
  }

  expect([await readProfile(app, token), (await readPhoto(app, token)).rawPayload]).toEqual(before)
  expect(arriving().filter((name) => !there.has(name))).toEqual([])
})

test('the photo is for its owner, as a PNG under the number of the applicant, to be kept by nobody', async () => {
  const { app, ayesha, bilal } = await portalWithPeople()
  await createProfile(app, ayesha.token)
  const applicant = Number((await readProfile(app, ayesha.token))?.ApplicantID)

  const { statusCode, headers, rawPayload } = await readPhoto(app, ayesha.token)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(rawPayload.length),
    'content-disposition': `inline; filename="${applicant}.png"; filename*=UTF-8''${applicant}.png`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(await colourOf(rawPayload)).toEqual(red)

  expect((await readPhoto(app, bilal.token)).statusCode).toBe(404)
  expect((await app.inject({ url: '/api/ProfilePhoto', headers: { host: 'localhost' } })).statusCode).toBe(401)
  expect(
    (
      await app.inject({
        url: `/api/ProfilePhoto?ApplicantID=${applicant}`,
        headers: { host: 'localhost', authorization: `Bearer ${bilal.token}` },
      })
    ).statusCode,
  ).toBe(403)
})

test('a new picture replaces the old one, and whoever reads meanwhile gets one of them whole', async () => {
  const { world, app, ayesha } = await portalWithPeople()
  await createProfile(app, ayesha.token)
  let going = true
  const seen = new Set<string>()
  const reading = (async () => {
    while (going) {
      const { statusCode, rawPayload } = await readPhoto(app, ayesha.token)
      seen.add(statusCode === 200 ? JSON.stringify(await colourOf(rawPayload)) : String(statusCode))
    }
  })()
  for (let round = 0; round < 6; round += 1) {
    expect(await sendProfile(app, { token: ayesha.token, picture: await photo(round % 2 ? red : blue) })).toEqual(
      success,
    )
    await pause(20)
  }
  going = false
  await reading

  expect([...seen].toSorted()).toEqual([JSON.stringify(blue), JSON.stringify(red)].toSorted())
  const { photoKey } = await world.db.selectFrom('profile').select('photoKey').executeTakeFirstOrThrow()
  expect((await photosOf(world)).filter((key) => key === photoKey)).toEqual([photoKey])
})

test('two forms sent at once leave one profile and one picture', async () => {
  const { world, app, ayesha } = await portalWithPeople()
  const before = new Set(await photosOf(world))
  const answers = await Promise.all(
    [red, blue, red].map(async (colour) => sendProfile(app, { token: ayesha.token, picture: await photo(colour) })),
  )

  expect(answers).toEqual([success, success, success])
  expect((await photosOf(world)).filter((key) => !before.has(key)).length).toBe(1)
  expect((await readPhoto(app, ayesha.token)).statusCode).toBe(200)
})

test('the clock removes pictures and uploads that were left behind, and only those', async () => {
  let now = new Date()
  const { world, app, ayesha } = await portalWithPeople({ now: () => now })
  await createProfile(app, ayesha.token)
  const shown = (await world.db.selectFrom('profile').select('photoKey').executeTakeFirstOrThrow()).photoKey
  const [orphan, young] = [newKey('photos'), newKey('photos')]
  for (const key of [orphan, young]) await world.files.put(key, await photo())
  const hoursAgo = new Date(now.getTime() - 2 * 3_600_000)
  for (const key of [orphan, shown])
    await world.db.updateTable('storedFile').set({ writtenAt: hoursAgo }).where('key', '=', key).execute()
  const foreign = newKey('photos')
  await filesIn(dirname(world.files.incoming)).put(foreign, await photo())
  await marked(world)

  const sweep = jobsOf(world).find(({ name }) => name === 'sweep-files')
  await sweep?.work({})

  const left = await photosOf(world)
  expect([left.includes(shown), left.includes(young), left.includes(orphan)]).toEqual([true, true, false])
  now = new Date(now.getTime() + 2 * 3_600_000)
  await sweep?.work({})
  const kept = await photosOf(world)
  expect([shown, young, foreign].map((key) => kept.includes(key))).toEqual([true, false, true])
})
