/** `npm run files -- move`, killed on its way and run again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { filesInBucket } from '#server/platform/files/bucket-files.ts'
import { type Files, filesIn, newKey } from '#server/platform/files/files.ts'
import { often } from './counts.ts'
import { kill } from './power-cut.ts'
import { aFolder, root, until } from './process.ts'
import { aBucket } from './s3.ts'

const many = often(60, 400)

test.runIf(process.env.TEST_LONG)(
  'files move to a bucket although the command is killed on its way, and back into a folder; all sums are equal and nothing is deleted (needs npm run test:long)',
  async () => {
    const [folder, back, dataFolder] = [aFolder(), aFolder(), aFolder()]
    const { url, endpoint, accessKeyId, secretAccessKey, ...rest } = await aBucket()
    const source = filesIn(folder)
    const bucket = filesInBucket({ url, endpoint, accessKeyId, secretAccessKey, ...rest })
    for (let at = 0; at < many; at += 1)
      await source.put(
        newKey(['abstracts', 'photos', 'pieces'][at % 3] as string),
        Buffer.alloc(100 + at * 50, `${at}`),
      )
    const sums = await sumsIn(source)
    const run = (words: string[]) =>
      command(['move', ...words], {
        DATA_DIR: dataFolder,
        FILES_URL: folder,
        S3_ENDPOINT: endpoint,
        S3_ACCESS_KEY: accessKeyId,
        S3_SECRET_KEY: secretAccessKey,
      })

    const killed = run([url])
    const isOnItsWay = async () => killed.child.exitCode !== null || (await countIn(bucket)) >= many / 6
    await until(isOnItsWay, { every: 20, otherwise: killed.output })
    kill(killed.child.pid)
    expect(await killed.ended).toBe('SIGKILL')
    const inBucket = await sumsIn(bucket)
    expect(inBucket.size).toBeLessThan(many)
    // One that arrived, and of which the store lost a part.
    await bucket.put([...inBucket.keys()][0] as string, Buffer.from('half of'))

    const again = run([url])
    expect(await again.ended).toBe(0)
    expect(again.output()).toContain('All have the same sum in both places.')
    expect(again.output()).toContain(`Now set FILES_URL=${url} on every instance and start them again.`)
    expect(again.output()).toContain(`npm run files -- move ${url} --from ${folder}`)
    expect([await sumsIn(bucket), await sumsIn(source)]).toEqual([sums, sums])

    const home = run([back, '--from', url])
    expect([await home.ended, home.output()]).toEqual([0, expect.stringContaining(`${many} files were copied`)])
    expect(await sumsIn(filesIn(back))).toEqual(sums)
  },
)

test.runIf(process.env.TEST_LONG)(
  'a place that is none, the same place and a bucket that is away are told in a sentence (needs npm run test:long)',
  async () => {
    const env = { DATA_DIR: aFolder(), FILES_URL: '' }
    const folder = filesIn(`${env.DATA_DIR}/files`)
    await folder.put(newKey('photos'), Buffer.from('a picture'))
    const said = async (words: string[], more = {}) => {
      const run = command(words, { ...env, ...more })
      return [await run.ended, run.output().trim()]
    }
    const away = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }
    const [how, foreign, noKeys, same, gone] = await Promise.all([
      said(['move']),
      said(['move', 'ftp://elsewhere/files']),
      said(['move', 's3://bucket/portal']),
      said(['move', `${env.DATA_DIR}/files`]),
      said(['move', 's3://bucket/portal'], away),
    ])

    expect(how).toEqual([1, expect.stringContaining('Say where: npm run files -- move s3://bucket/prefix.')])
    expect(foreign).toEqual([78, expect.stringContaining('FILES_URL must be a folder or s3://bucket/prefix.')])
    expect(noKeys).toEqual([78, expect.stringContaining('S3_ACCESS_KEY is needed because FILES_URL is a bucket.')])
    expect(same).toEqual([1, `The files are in ${env.DATA_DIR}/files already.`])
    expect(gone).toEqual([1, expect.stringContaining('What was copied stays; the same command goes on with the rest.')])
  },
)

type Command = { child: ChildProcess; output: () => string; ended: Promise<number | string> }

function command(words: string[], env: Record<string, string>): Command {
  const child = spawn(process.execPath, ['scripts/files.ts', ...words], { cwd: root, env: { ...process.env, ...env } })
  onTestFinished(() => kill(child.pid))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()))
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
  return { child, output: () => text, ended }
}

async function countIn(files: Files): Promise<number> {
  let count = 0
  for await (const _ of files.list()) count += 1
  return count
}

async function sumsIn(files: Files): Promise<Map<string, string>> {
  const sums = new Map<string, string>()
  for await (const { key } of files.list()) {
    const file = await files.get(key)
    if (file)
      sums.set(
        key,
        createHash('sha256')
          .update(await buffer(file.bytes))
          .digest('hex'),
      )
  }
  return new Map([...sums].toSorted(([one], [two]) => (one < two ? -1 : 1)))
}
