/** Against a daemon that speaks the protocol of clamd: it finds what it is told to find. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { list, portalWithAuthors, send } from '#server/testing/abstracts.ts'
import { aFolder } from '#server/testing/process.ts'
import { openScanner } from './scanner.ts'

const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'
type Behaviour = 'scan' | 'too large' | 'hang up' | 'nonsense'

/** Reads `zINSTREAM`, then pieces with their length before them, then an empty piece; answers with one line. */
async function clamd(
  listen: net.ListenOptions,
  behaviour: Behaviour = 'scan',
): Promise<{ seen: () => number; port: number }> {
  let seen = 0
  const server = net.createServer((socket) => {
    let heard = Buffer.alloc(0)
    socket.on('error', () => {})
    if (behaviour === 'hang up') return void socket.destroy()
    socket.on('data', (part: Buffer) => {
      heard = Buffer.concat([heard, part])
      if (behaviour === 'too large' && heard.length > 100_000)
        return socket.end('INSTREAM size limit exceeded. ERROR\0')
      const content = contentOf(heard)
      if (content === undefined) return
      seen = content.length
      if (behaviour === 'nonsense') return socket.end('what?\0')
      socket.end(content.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
    })
  })
  server.listen(listen)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { seen: () => seen, port: (server.address() as net.AddressInfo).port }
}

/** Undefined until the empty piece has come. */
function contentOf(heard: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0'
  if (heard.toString('latin1', 0, command.length) !== command) return undefined
  const parts: Buffer[] = []
  for (let at = command.length; at + 4 <= heard.length;) {
    const length = heard.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    parts.push(heard.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

function aFile(words: string | Buffer): string {
  const path = join(aFolder(), 'file')
  writeFileSync(path, words)
  return path
}

test('a clean file is clean and an infected one is found, over TCP and over a socket of the machine', async () => {
  const { port, seen } = await clamd({ port: 0, host: '127.0.0.1' })
  const path = join(aFolder(), 'clamd.ctl')
  await clamd({ path })
  const large = aFile(Buffer.alloc(3_000_000, 'a'))

  for (const url of [`tcp://127.0.0.1:${port}`, `unix://${path}`]) {
    const scan = openScanner(url)
    expect([await scan?.(large), await scan?.(aFile(`words ${eicar}`))]).toEqual(['clean', 'infected'])
  }
  expect(await openScanner(`tcp://127.0.0.1:${port}`)?.(large)).toBe('clean')
  expect(seen()).toBe(3_000_000)
})

test.each(['too large', 'hang up', 'nonsense'] as const)(
  'a scanner that says %s has failed, and nobody waits',
  async (how) => {
    const { port } = await clamd({ port: 0, host: '127.0.0.1' }, how)
    const path = aFile(Buffer.alloc(5_000_000, 'a'))

    expect(await openScanner(`tcp://127.0.0.1:${port}`)?.(path)).toBe('failed')
  },
)

test('without the setting there is no scanner, and one that is away has failed', async () => {
  expect(openScanner(undefined)).toBeUndefined()
  expect(await openScanner('tcp://127.0.0.1:9')?.(aFile('x'))).toBe('failed')
})

test('an infected abstract is refused and leaves nothing; a scanner that is away keeps nobody from saving', async () => {
  const { port } = await clamd({ port: 0, host: '127.0.0.1' })
  const { world, app, ayesha } = await portalWithAuthors({ scanner: openScanner(`tcp://127.0.0.1:${port}`) })
  const file = { bytes: Buffer.from(`notes\n${eicar}\n`), name: 'notes.txt' }

  expect((await send(app, { token: ayesha.token, file })).row).toEqual({
    Status: 'This file could harm its readers (macros, a virus or a bomb). Please save it anew and try again.',
  })
  expect(await list(app, ayesha.token)).toEqual([])
  await send(app, { token: ayesha.token })
  world.scanner = openScanner('tcp://127.0.0.1:9')
  await send(app, { token: ayesha.token, file })
  const scans = await world.db.selectFrom('abstractVersion').select('fileScan').orderBy('abstractId').execute()
  expect(scans.map(({ fileScan }) => fileScan)).toEqual(['clean', 'failed'])
})
