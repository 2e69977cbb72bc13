import { expect, test } from 'vitest'
import { filesInBucket } from '#server/platform/files/bucket-files.ts'
import { sampleOf } from '#server/platform/files/check.ts'
import { filesIn, newKey } from '#server/platform/files/files.ts'
import { lastProblems } from '#server/platform/jobs/checks.ts'
import { jobsOf } from '#server/schedule.ts'
import { aPdf, list, portalWithAuthors, saved, send } from '#server/testing/abstracts.ts'
import { ask } from '#server/testing/app.ts'
import { photo } from '#server/testing/pictures.ts'
import { aFolder } from '#server/testing/process.ts'
import { createProfile, sendProfile } from '#server/testing/profiles.ts'
import { aBucket } from '#server/testing/s3.ts'
import { checkFiles, missingFiles } from './check-files.ts'

test('a file that is lost or damaged is told every night, in log and table, until it is there again', async () => {
  const lines: unknown[] = []
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: (line: unknown) => void lines.push(line) }
  const { world, app, ayesha, bilal } = await portalWithAuthors({ files: filesIn(aFolder()), log })
  await saved(app, { token: ayesha.token, file: { bytes: aPdf('one'), name: 'a.pdf' } })
  await saved(app, { token: ayesha.token, file: { bytes: aPdf('two'), name: 'b.pdf' } })
  await createProfile(app, ayesha.token)
  await createProfile(app, bilal.token)
  const checkOfTheNight = jobsOf(world).find(({ name }) => name === 'check-files')
  const night = async () => {
    lines.splice(0)
    await checkOfTheNight?.work({})
    expect(lines.map(String).toSorted()).toEqual((await lastProblems(world, 'files')).toSorted())
    return lines.map(String).toSorted()
  }
  expect(await night()).toEqual([])

  const [first, second] = await world.db.selectFrom('abstractVersion').select('fileKey').orderBy('abstractId').execute()
  const [mine, theirs] = await world.db.selectFrom('profile').select('photoKey').orderBy('applicantId').execute()
  const [lost, damaged] = [first?.fileKey ?? '', second?.fileKey ?? '']
  const [lostPhoto, damagedPhoto] = [mine?.photoKey ?? '', theirs?.photoKey ?? '']
  await world.files.remove(lost)
  await world.files.remove(lostPhoto)
  await world.files.put(damaged, Buffer.from('something else'))
  await world.files.put(damagedPhoto, Buffer.from('something else'))
  const told = [
    `The file ${lost} of an abstract is not where files are kept.`,
    `The file ${lostPhoto} of a portrait is not where files are kept.`,
    `The file ${damaged} is not what it was when it arrived: its sum is another.`,
    `The file ${damagedPhoto} is not what it was when it arrived: its sum is another.`,
  ]
  expect(await night()).toEqual(told.toSorted())
  expect((await missingFiles(world)).toSorted()).toEqual(told.slice(0, 2).toSorted())

  await world.files.put(lost, aPdf('one'))
  await world.files.put(damaged, aPdf('two'))
  for (const { token } of [ayesha, bilal]) await sendProfile(app, { token, picture: await photo() })
  expect(await night()).toEqual([])
})

test('a portrait that version 0.1 replaced has no sum, and is not accused', async () => {
  const { world, app, ayesha } = await portalWithAuthors({ files: filesIn(aFolder()) })
  await createProfile(app, ayesha.token)
  const sums = async () => (await world.db.selectFrom('profile').select('photoSha256').execute())[0]?.photoSha256
  expect(await sums()).toHaveLength(32)
  const photoKey = newKey('photos')
  await world.files.put(photoKey, Buffer.from('another picture'))

  await world.db.updateTable('profile').set({ photoKey }).execute()

  expect(await sums()).toBeNull()
  await checkFiles(world)
  expect(await lastProblems(world, 'files')).toEqual([])
})

test('one in a hundred is compared, and at least twenty; each of them once', () => {
  const named = (many: number) => Array.from({ length: many }, (_, at) => ({ key: `${at}`, sha256: Buffer.alloc(32) }))
  const without = { key: 'old', sha256: null }

  expect([0, 5, 300, 5000].map((many) => sampleOf([without, ...named(many)]).length)).toEqual([0, 5, 20, 50])
  const keys = sampleOf(named(300)).map(({ key }) => key)
  expect(new Set(keys).size).toBe(20)
  expect(sampleOf(named(300)).map(({ key }) => key)).not.toEqual(keys)
})

test('while the bucket is away, what brings or fetches a file is asked to come again, and everything else is served', async () => {
  const away = filesInBucket({ ...(await aBucket()), endpoint: 'http://127.0.0.1:9' })
  const { app, ayesha } = await portalWithAuthors({ files: away })
  const busy = 'The service is busy for a moment. Please try again shortly.'

  expect(await send(app, { token: ayesha.token })).toMatchObject({ http: 503, row: { Status: busy } })
  expect(await sendProfile(app, { token: ayesha.token, picture: await photo() })).toEqual({ http: 503, status: busy })
  expect(await list(app, ayesha.token)).toEqual([])
  expect((await ask(app, { url: '/readyz' })).statusCode).toBe(200)
})
