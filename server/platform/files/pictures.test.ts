import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { effortOf } from '#server/platform/costly-work/effort.ts'
import { colourOf, hostilePictures, noisy, oddPicture, oddPictures, plain, red } from '#server/testing/pictures.ts'
import { aFolder, root, tell } from '#server/testing/process.ts'
import { portraitOf } from './pictures.ts'

const run = promisify(execFile)

type Cost = { name: string; work: number; mb: number; result: string }

async function portrait(bytes: Buffer): Promise<Buffer> {
  const file = join(aFolder(), 'picture')
  writeFileSync(file, bytes)
  const made = await portraitOf(file, effortOf('slow'))
  if (typeof made === 'string') throw new Error(made)
  return made
}

test.runIf(process.env.TEST_LONG)(
  'whatever is sent costs at most ten times the work of an ordinary photo, and 300 MB of a process of its own (needs npm run test:long)',
  async () => {
    const folder = aFolder()
    const ordinary = join(folder, 'ordinary')
    writeFileSync(ordinary, await noisy(red))
    const pictures = [...(await hostilePictures()), ...(await oddPictures())].map((picture, at) => ({
      ...picture,
      file: join(folder, String(at)),
    }))
    for (const { file, bytes } of pictures) writeFileSync(file, bytes)
    const program = ['server/testing/picture-cost.ts', ordinary, ...pictures.map(({ file }) => file)]
    const { stdout } = await run(process.execPath, program, { cwd: root })
    const costs = (JSON.parse(stdout) as Omit<Cost, 'name'>[]).map((cost, at) => ({
      name: pictures[at]?.name ?? '',
      ...cost,
    }))
    const worst = (of: 'work' | 'mb') => costs.toSorted((a, b) => b[of] - a[of])[0]
    tell(
      `${costs.length} pictures: at worst ${worst('work')?.work.toFixed(1)} times an ordinary photo (${worst('work')?.name}) and ${worst('mb')?.mb} MB (${worst('mb')?.name})`,
    )

    expect(pictures.filter(({ bytes }) => bytes.length >= 2_097_152)).toEqual([])
    expect(costs.map(({ name, result }) => [name, result === 'png'])).toEqual(
      pictures.map(({ name, answer }) => [name, answer === 'Success']),
    )
    expect(costs.length).toBeGreaterThan(30)
    expect(costs.filter(({ work, mb }) => work > 10 || mb > 300)).toEqual([])
  },
)

test('a photo is turned upright, and made to fit without being stretched or enlarged', async () => {
  const sizeOf = async (bytes: Buffer) => {
    const { width, height, format } = await sharp(await portrait(bytes)).metadata()
    return [format, width, height]
  }

  expect(await sizeOf(await plain({ width: 3000, height: 1500 }).jpeg().toBuffer())).toEqual(['png', 1024, 512])
  expect(await sizeOf(await plain({ width: 30, height: 15 }).gif().toBuffer())).toEqual(['png', 30, 15])
  const onItsSide = plain({ width: 3000, height: 1500 }).withMetadata({ orientation: 6 })
  expect(await sizeOf(await onItsSide.jpeg().toBuffer())).toEqual(['png', 512, 1024])
  expect(await sizeOf(await oddPicture('a PNG on its side'))).toEqual(['png', 30, 60])
})

test.each([
  'a photo that tells where it was taken',
  'a photo with colours of its own',
  'a GIF that is also a script',
  'APNG',
  '10 million pixels of 16 bits',
  'a PNG on its side',
  'a JPEG with a megabyte and a half of notes',
])('of %s nothing stays that stood beside the pixels', async (name) => {
  const made = await portrait(await oddPicture(name))
  const { exif, icc, xmp, iptc, orientation, pages, depth } = await sharp(made).metadata()

  expect({ exif, icc, xmp, iptc, orientation, pages, depth }).toEqual({ depth: 'uchar' })
  expect(made.toString('latin1')).not.toMatch(/canary|acTL|alert/)
})

test.each([
  'a photo with colours of its own',
  'the largest GIF',
  'APNG',
  'a GIF of fifty thousand pictures',
  'a progressive JPEG of 20 million pixels',
])('the colours of %s stay what they are', async (name) => {
  expect(await colourOf(await portrait(await oddPicture(name)))).toEqual(red)
})
