/** A GeoNames of our own, over HTTP, that does as told. */
import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'

export type FakeGeonames = {
  address: string
  /** What it was asked, in order. */
  asked: URL[]
  answer: { status: number; body: unknown; after: number }
}

export async function fakeGeonames(): Promise<FakeGeonames> {
  const fake: FakeGeonames = { address: '', asked: [], answer: { status: 200, body: { geonames: [] }, after: 0 } }
  const server = createServer((request, reply) => {
    fake.asked.push(new URL(request.url ?? '', 'http://geonames.test'))
    const { status, body, after } = fake.answer
    setTimeout(
      () =>
        reply
          .writeHead(status, { 'content-type': 'application/json' })
          .end(typeof body === 'string' ? body : JSON.stringify(body)),
      after,
    ).unref()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  fake.address = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return fake
}
