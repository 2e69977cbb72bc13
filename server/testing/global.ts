/** Before the first test and after the last: the database server and the folder for files that all of them share. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beginRun, endRun, openTestServer, type TestServer } from './database.ts'

let server: TestServer | undefined
let folder: string | undefined

export async function setup(): Promise<void> {
  // Another tier of this run has done it already, and clears away after all of them.
  if (process.env.TEST_RUN) return
  // The workers are started after this, and inherit it. A command that a test starts costs half with what another has compiled.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/compiled')
  process.env.TEST_FILES = folder = mkdtempSync(join(tmpdir(), 'colloquium-files-'))
  // Databases are kept in it too, and run as an account of less right, which must be able to enter.
  chmodSync(folder, 0o755)
  server = await openTestServer()
  process.env.TEST_DATABASE_URL = server.url
  await beginRun(server.url)
}

export async function teardown(): Promise<void> {
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  if (!server) return
  await endRun(server.url)
  await server.leave()
}
