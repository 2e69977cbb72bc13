/** Before the first test and after the last: the database server that all of them share. */
import { beginRun, endRun, openTestServer, type TestServer } from './database.ts'

let server: TestServer | undefined

export async function setup(): Promise<void> {
  server = await openTestServer()
  // The workers are started after this, and inherit it.
  process.env.TEST_DATABASE_URL = server.url
  await beginRun(server.url)
}

export async function teardown(): Promise<void> {
  if (!server) return
  await endRun(server.url)
  await server.leave()
}
