import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { prepareHome } from '#server/platform/postgres/home.ts'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { aUsedFolder, ask, childrenOf, opened, start, tell, until } from './process.ts'
import { booksIn, brokenIn, buy, shoppersIn } from './shoppers.ts'

const kills = 8
const people = 48

test.runIf(process.env.TEST_LONG)(
  'the server is killed again and again while people pay: by itself it comes to one entry, one receipt and one letter for each payment (needs npm run test:long)',
  async () => {
    const dataFolder = await aUsedFolder()
    const portal = start({ program: 'scripts/start.ts', dataFolder, port: await freePort() })
    await opened(portal)
    const { url } = await prepareHome(join(dataFolder, 'postgres'))
    const shoppers = await shoppersIn(url, people)
    const workshops = await ask<{ id: number }>(url, 'select id from workshop where price > 0')

    let done = 0
    const everybody = Promise.all(
      shoppers.map(async ({ token }, at) => {
        await pause(at * 90)
        const workshop = workshops[at % workshops.length] as { id: number }
        // A third of the browsers are closed at the bank.
        const outcome = randomInt(3) === 0 ? 'no-return' : 'approve'
        await buy(portal, { token, workshopIDs: String(workshop.id), outcome }).finally(() => (done += 1))
      }),
    )
    for (let round = 0; round < kills && done < people; round += 1) {
      await pause(randomInt(150, 700))
      const [server] = childrenOf(portal.pid)
      kill(server)
      await until(() => !childrenOf(portal.pid).includes(server as number))
      await opened(portal)
    }
    await everybody
    // The last ones paid and never came back; whoever starts next finds them.
    kill(childrenOf(portal.pid)[0])
    const took = await until(async () => (await booksIn(url)).missing === 0, {
      every: 200,
      otherwise: () => `payments are missing: ${portal.output()}`,
    })

    const { captured, paid, entries, receipts, letters } = await booksIn(url)
    tell(`${captured} payments through ${kills} kills; the last were found ${Math.round(took)} ms after the last kill`)
    expect(captured).toBeGreaterThan(people / 3)
    expect({ entries, receipts, letters }).toEqual({ entries: captured, receipts: paid, letters: paid })
    expect(await brokenIn(url)).toEqual([])
  },
)
