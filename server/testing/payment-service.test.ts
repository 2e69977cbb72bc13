/** Pages and calls in one process, payments in another, and a proxy before them that goes by the path: the bank's password is in one place only. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { makeDatabase } from './database.ts'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { aFolder, opened, type Running, start, statusOf, tell, until } from './process.ts'
import { aWorkshopIn, booksIn, brokenIn, buy, firstRow, send, shoppersIn } from './shoppers.ts'

test.runIf(process.env.TEST_LONG)(
  'people pay across two processes; with the payment service away they still order, and whoever paid is found when it is back (needs npm run test:long)',
  async () => {
    const { url } = await makeDatabase()
    const ports = { portal: await freePort(), payments: await freePort() }
    const proxy = await openProxy(ports)
    const dataFolder = aFolder()
    const begin = (name: 'portal' | 'payments') =>
      start({
        program: 'server/main.ts',
        dataFolder,
        port: ports[name],
        env: { SERVICES: name, DATABASE_URL: url, PUBLIC_URL: proxy },
      })
    const portal = begin('portal')
    let payments = begin('payments')
    await opened(portal)
    await isReady(payments)
    const workshopIDs = await aWorkshopIn(url, { topic: 'Suturing', seats: 5, price: 250_000 })
    const [first, second, third] = (await shoppersIn(url, 3)).map(({ token }) => token) as [string, string, string]

    const routes = async (path: string) => [
      (await send(portal.address, path, { token: first })).status,
      (await send(payments.address, path, { token: first })).status,
    ]
    // 400: it is there, and asks for more than nothing.
    expect(await routes('/api/CheckOut')).toEqual([400, 404])
    expect(await routes('/payments/initiatePayment')).toEqual([404, 400])
    expect([await statusOf(`${portal.address}/events`), await statusOf(`${payments.address}/events`)]).toEqual([
      200, 404,
    ])

    expect(await theWholeWay(proxy, first, workshopIDs)).toEqual({
      page: '/payment-processing',
      status: 200,
      code: '0',
    })

    await buy({ address: proxy }, { token: second, workshopIDs, outcome: 'no-return' })
    kill(payments.pid)
    const { status, body } = await send(proxy, '/api/CheckOut', { token: third, workshopIDs })
    const orderID = firstRow(body)['Payment Code']
    expect({ status, code: orderID }).toEqual({ status: 200, code: expect.any(String) })
    expect((await send(proxy, '/payments/initiatePayment', { token: third, orderID: String(orderID) })).status).toBe(
      502,
    )

    payments = begin('payments')
    const took = await until(async () => (await booksIn(url)).paid === 2, { otherwise: payments.output })
    tell(`the payment of a closed browser was found ${Math.round(took)} ms after the payment service was started again`)
    // The payment service writes letters, and the portal sends them.
    await until(async () => (await booksIn(url)).unsent === 0, { otherwise: portal.output })
    expect(await booksIn(url)).toEqual({
      captured: 2,
      missing: 0,
      paid: 2,
      entries: 2,
      receipts: 2,
      letters: 2,
      unsent: 0,
    })
    expect(await brokenIn(url)).toEqual([])
  },
)

async function isReady({ address, output }: Running): Promise<void> {
  await until(async () => (await statusOf(`${address}/readyz`)) === 200, { otherwise: output })
}

/** As a browser does it: from the order to the bank's page, back by its redirects, and the last question. */
async function theWholeWay(address: string, token: string, workshopIDs: string) {
  const orderID = firstRow((await send(address, '/api/CheckOut', { token, workshopIDs })).body)['Payment Code']
  const begun = await send(address, '/payments/initiatePayment', { token, orderID: String(orderID) })
  const { TransactionID: transactionID = '' } = begun.body.Transaction as Record<string, string>
  const page = await fetch(`${address}/payments/sandbox/${transactionID}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'approve' }),
  })
  const { body } = await send(address, '/payments/finalizePayment', { token, transactionID })
  return { page: new URL(page.url).pathname, status: page.status, code: body.ResponseCode }
}

/** Everything under /payments/ goes to one process and the rest to the other, as the docs tell the operator to do it. */
async function openProxy(ports: { portal: number; payments: number }): Promise<string> {
  const proxy = createServer((asked, answer) => {
    const port = asked.url?.startsWith('/payments/') ? ports.payments : ports.portal
    const { method, headers, url: path } = asked
    const onward = request({ host: '127.0.0.1', port, method, headers, path, agent: false }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    onward.once('error', () => answer.writeHead(502).end())
    asked.pipe(onward)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}
