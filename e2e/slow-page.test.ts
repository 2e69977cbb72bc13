/** A page that arrives in two pieces, to a browser that has its scripts already: a second visit over a slow link. */
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, hydrated, test } from './testing.ts'

for (const path of ['/past-programs', '/login']) {
  test(`${path} comes to life when the rest of it arrives after its script`, async ({ page, portal }) => {
    const link = await slowLink(portal.url, path)
    await page.goto(link.url + path)
    await hydrated(page)

    link.holdBack()
    await page.goto(link.url + path, { waitUntil: 'commit' })
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/assets\/.*\.js$/.test(name)),
    )
    // Enough for the script to run too early, if it does not wait.
    await pause(500)
    expect(await page.evaluate(() => document.readyState)).toBe('loading')
    link.sendRest()

    await hydrated(page)
    await page.goto('about:blank')
    await link.close()
  })
}

/** Passes everything on; once told to, it stops in the middle of the one page until the rest is asked for. */
async function slowLink(target: string, slowPath: string) {
  let rest = Promise.resolve()
  let sendRest = () => {}
  const server = createServer((request, reply) => {
    const { method, url, headers } = request
    delete headers['accept-encoding']
    delete headers['if-none-match']
    const onward = ask(target + url, { method, headers }, async (answer) => {
      reply.writeHead(answer.statusCode as number, answer.headers)
      if (url !== slowPath) return answer.pipe(reply)
      const [start, end] = Buffer.concat(await answer.toArray())
        .toString()
        .split(/(?=<div id="app")/)
      reply.write(start)
      await rest
      return reply.end(end)
    })
    request.pipe(onward)
  })
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    holdBack: () => {
      rest = new Promise((done) => (sendRest = done))
    },
    sendRest: () => sendRest(),
    close: () =>
      new Promise((closed) => {
        server.close(closed)
        server.closeAllConnections()
      }),
  }
}
