/** An office of finance that takes lists along. */
import { expect } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { makeTestApp } from './app.ts'
import { staffCaller, type StaffCaller } from './finance.ts'
import { openShop } from './shop.ts'

export const begin = '/staff/ExportBegin'
export const wish = { list: 'ExceptionsList', filter: {}, format: 'csv' }

export async function anOffice(change: Partial<World> = {}) {
  const shop = await openShop(change)
  const app = await makeTestApp(shop.world)
  return { ...shop, app, finance: await staffCaller(app, shop.world, { role: 'finance' }) }
}
export type Office = Awaited<ReturnType<typeof anOffice>>

export const begun = async ({ post }: Pick<StaffCaller, 'post'>, change: object = {}): Promise<number> => {
  const { status, body } = await post(begin, { ...wish, ...change })
  expect(status).toBe(200)
  return body.exportId as number
}
export const stateOf = async ({ get }: Pick<StaffCaller, 'get'>, exportId: number) =>
  (await get('/staff/ExportState', { exportId })).body

export const download = ({ app }: Pick<Office, 'app'>, { token }: Pick<StaffCaller, 'token'>, exportId: number) =>
  app.inject({
    url: `/staff/ExportDownload?exportId=${exportId}`,
    headers: { host: 'localhost', cookie: `${app.staffCookie}=${token}` },
  })

export const linesOf = (text: string) => text.replace('\uFEFF', '').split('\r\n').slice(0, -1)
