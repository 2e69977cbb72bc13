/** Deadline night: large files, many saves, and lists. */
import { randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { inTurns, memoryOf, type Running, start } from './measure.ts'
import { signedInPeople } from './people.ts'
import { setStage } from './stage.ts'

const rounds = 30
const people = 1000
const megabytes = 50
const handsAtOnce = 8
const seconds = 4

type Bench = { ours: Running; raw: Running; tokens: string[] }

export async function abstracts(): Promise<string[]> {
  await using stage = await setStage()
  const tokens = await signedInPeople(stage, people)
  await using ours = await start(stage.ours)
  const against = async (name: string, work: (bench: Bench) => Promise<string>) => {
    await using raw = await start({ file: `bench/servers/${name}.ts`, env: stage.env })
    return await work({ ours, raw, tokens })
  }
  return [
    await against('raw-upload', throughput),
    await against('raw-saves', savesPerSecond),
    await memory(ours, tokens.slice(-20)),
  ]
}

/** One after the other, taking turns: the time from the first byte to the answer, which comes when the file is on the disk. */
async function throughput({ ours, raw, tokens }: Bench): Promise<string> {
  const people = tokens.values()
  const speedOf = async (server: Running) => {
    const began = performance.now()
    await save(server, people.next().value as string, largeFile)
    return (megabytes * 1000) / (performance.now() - began)
  }
  const speed = await inTurns(rounds, { ours: () => speedOf(ours), baseline: () => speedOf(raw) })
  return `upload of ${megabytes} MB: ${speed.ratio.toFixed(2)} of a bare pipe to a file with fsync (goal 0.6); ${speed.ours.toFixed(0)} against ${speed.baseline.toFixed(0)} MB/s`
}

/** New abstracts with a small file, as many at once as there are hands. */
async function savesPerSecond({ ours, raw, tokens }: Bench): Promise<string> {
  const speed = await inTurns(3, { ours: () => rush(ours, tokens), baseline: () => rush(raw, tokens) })
  return `saves: ${speed.ratio.toFixed(2)} of bare Fastify with the same statements and the same file (goal 0.5); ${speed.ours.toFixed(0)} against ${speed.baseline.toFixed(0)} a second`
}

async function rush(server: Running, tokens: string[]): Promise<number> {
  const began = performance.now()
  let saved = 0
  const hand = async (first: number) => {
    for (let at = first; performance.now() - began < seconds * 1000; at += handsAtOnce) {
      await save(server, tokens[at % tokens.length] as string, smallFile)
      saved += 1
    }
  }
  await Promise.all(Array.from({ length: handsAtOnce }, (_, at) => hand(at)))
  return (saved * 1000) / (performance.now() - began)
}

/** Twenty people send the largest file at the same time. */
async function memory(ours: Running, tokens: string[]): Promise<string> {
  const { growth, before } = await memoryOf(ours, () =>
    Promise.all(tokens.map((token) => save(ours, token, largeFile))),
  )
  return `memory during ${tokens.length} uploads of ${megabytes} MB at once: ${growth.toFixed(0)} MB more (goal 100), from ${before.toFixed(0)} MB`
}

export const smallFile = Buffer.from(`%PDF-1.7\n${'words '.repeat(2000)}`)
/** What is inside a document is compressed: to look at, it is chance. */
const largeFile = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(megabytes * 1024 * 1024 - 9)])
const text = `<p>${'A sentence of the abstract with some more words. '.repeat(12)}</p>`
const words = {
  AbstractType: 'Oral',
  Speciality: 'Radiology',
  SubSpeciality: 'Ultrasound',
  Title: 'Ultrasound in the first hour',
}
const sections = { BackGround: text, Material: text, Results: text, Discussion: text }

/** Anything but a success is an error of the bench. */
export async function save({ port }: Running, token: string, file: Buffer): Promise<void> {
  const boundary = randomUUID()
  const fields = Object.entries({ ...words, ...sections, pk: '0', SaveKey: boundary })
  const head = fields.map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  head.push(
    `--${boundary}\r\ncontent-disposition: form-data; name="AbstractFile"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
  )
  const parts = [Buffer.from(head.join('')), file, Buffer.from(`\r\n--${boundary}--\r\n`)]
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': length,
  }
  const answer = await new Promise<string>((done, fail) => {
    const asked = request(
      { port, host: '127.0.0.1', path: '/api/AbstractSave', method: 'POST', headers, agent: false },
      (reply) => {
        let heard = ''
        reply.on('data', (part: Buffer) => (heard += part.toString()))
        reply.once('end', () => done(heard))
        reply.once('error', fail)
      },
    )
    asked.once('error', fail)
    for (const part of parts) asked.write(part)
    asked.end()
  })
  if (!answer.includes('"Success"')) throw new Error(`a save was answered with ${answer}`)
}
