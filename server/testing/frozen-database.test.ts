/** A database that neither answers nor goes away: a disk that hangs, a machine that is moved to another. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { ownPostgres } from './own-postgres.ts'
import { freePort } from './ports.ts'
import { aFolder, ask, opened, start, statusOf, tell, until } from './process.ts'

const publicPages = Object.entries(pages).flatMap(([path, page]) =>
  page.kind === 'app' || 'development' in page ? [] : [path],
)

test.runIf(process.env.TEST_LONG)(
  'while the database is frozen, visitors read every page as it last was, and afterwards pages follow changes again (needs npm run test:long)',
  async () => {
    const database = await ownPostgres()
    const env = { DATABASE_URL: database.url }
    const { address, output } = await begin(env)
    const began = performance.now()
    const before = await readAll(address)
    const usually = performance.now() - began
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200]))

    database.freeze()
    // For so long a page counts as fresh without a question.
    await pause(1100)
    const call = statusOf(`${address}/readyz`)
    const frozen = performance.now()
    const during = [...(await readAll(address)), ...(await readAll(address))]
    const took = performance.now() - frozen
    tell(`${during.length} pages of a frozen database in ${Math.round(took)} ms`)
    // Half a second once, and no more for each: a question that is given up takes 12 s, and a busy machine makes all of them slower.
    expect(took).toBeLessThan(4 * usually + 4000)
    expect(during).toEqual([...before, ...before])
    expect(await call).toBe(503)
    expect(await readAll(address)).toEqual(before)

    database.goOn()
    await ask(database.url, "update programme set name = 'Thawed programme'")
    const follows = async () => (await textOf(`${address}/program`)).includes('Thawed programme')
    await until(follows, { otherwise: output })
    await until(async () => (await statusOf(`${address}/readyz`)) === 200, { otherwise: output })
  },
)

async function begin(env: Record<string, string>) {
  const portal = start({ program: 'server/main.ts', dataFolder: aFolder(), port: await freePort(), env })
  await opened(portal)
  return portal
}

type Read = { path: string; status: number; body: string }

/** One after the other: where each waits a little, all together wait long. */
async function readAll(address: string): Promise<Read[]> {
  const read: Read[] = []
  for (const path of [...publicPages, '/sitemap.xml', '/robots.txt']) {
    const reply = await fetch(address + path, { signal: AbortSignal.timeout(60_000) })
    read.push({ path, status: reply.status, body: await reply.text() })
  }
  return read
}

async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text()
}
