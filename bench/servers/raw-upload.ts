/** The least that can be done with an upload: the body goes to a file, and the file to the disk. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { contend } from '../measure.ts'

const folder = await mkdtemp(join(process.env.DATA_DIR ?? tmpdir(), 'raw-'))
let files = 0
const server = createServer(async (request, reply) => {
  const path = join(folder, String((files += 1)))
  await pipeline(request, createWriteStream(path))
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
  reply.setHeader('content-type', 'application/json').end('{"Table":[{"Status":"Success"}]}')
})
server.listen(0, '127.0.0.1', () =>
  contend((server.address() as AddressInfo).port, async () => {
    server.close()
    await rm(folder, { recursive: true, force: true })
  }),
)
