/** The server is killed while it writes an export: no half of it is ever offered, and whoever asked begins another. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareHome } from '#server/platform/postgres/home.ts'
import { often } from './counts.ts'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { ask, aUsedFolder, childrenOf, opened, start, until } from './process.ts'

const rows = 20_000

test.runIf(process.env.TEST_LONG)(
  'an export whose server is killed half-way is not offered, and the next one is whole (needs npm run test:long)',
  async () => {
    const dataFolder = await aUsedFolder()
    const portal = start({ program: 'scripts/start.ts', dataFolder, port: await freePort() })
    await opened(portal)
    const { url } = await prepareHome(join(dataFolder, 'postgres'))
    await ask(
      url,
      `insert into payment_exception (kind, gateway, gateway_reference, note, opened_at)
     select 'orphan_capture', 'sandbox', 'CRASH' || each, 'Nobody knows whose', now() from generate_series(1, $1::int) as each`,
      [rows],
    )
    const finance = await signIn(portal.address)
    for (let round = 0; round < often(1, 5); round += 1) {
      const exportId = await finance.begin()
      await until(async () => (await finance.state(exportId)).rows >= 2000, { every: 5 })
      const [server] = childrenOf(portal.pid)
      kill(server)
      await until(() => !childrenOf(portal.pid).includes(server as number))
      await opened(portal)
      expect((await finance.state(exportId)).state).not.toBe('ready')
      expect(await finance.download(exportId)).toMatchObject({ status: 404 })
      expect(readdirSync(join(dataFolder, 'files'))).not.toContain('exports')
      // As if two minutes had gone by without a sign of it.
      await ask(url, `update export_file set seen_at = seen_at - interval '3 minutes' where state = 'running'`)
    }

    const whole = await finance.begin()
    await until(async () => (await finance.state(whole)).state === 'ready')
    const { status, text } = await finance.download(whole)
    expect([status, text.split('\r\n').length]).toEqual([200, rows + 2])
  },
)

/** Finance of the demonstration. */
async function signIn(address: string) {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', connection: 'close' }
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${address}${path}`, { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify(body) })
  const who = { email: 'bilal.ansari@example.org', password: 'demo-organiser' }
  const [cookie = ''] = ((await post('/staff/StaffSignIn', who)).headers.getSetCookie()[0] ?? '').split(';')
  // So many rows are given to nobody who has not shown that it is they.
  expect((await post('/staff/StaffStepUp', { password: who.password }, cookie)).status).toBe(200)
  const get = (path: string) => fetch(`${address}${path}`, { headers: { ...headers, cookie } })
  return {
    begin: async (): Promise<number> => {
      const wish = { list: 'ExceptionsList', filter: { state: 'open' }, format: 'csv' }
      const reply = await post('/staff/ExportBegin', wish, cookie)
      expect(reply.status).toBe(200)
      return ((await reply.json()) as { exportId: number }).exportId
    },
    state: async (exportId: number) =>
      (await (await get(`/staff/ExportState?exportId=${exportId}`)).json()) as { state: string; rows: number },
    download: async (exportId: number) => {
      const reply = await get(`/staff/ExportDownload?exportId=${exportId}`)
      return { status: reply.status, text: await reply.text() }
    },
  }
}
