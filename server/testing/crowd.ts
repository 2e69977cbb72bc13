/** People who use the portal through nginx at a steady pace, whatever becomes of it, and remember how long they waited for what. */
import { setTimeout as pause } from 'node:timers/promises'
import { askNginx } from './nginx.ts'
import { ask } from './process.ts'
import { aWorkshopIn, brokenIn, shoppersIn } from './shoppers.ts'

type Visit = { path: string; at: number; status: number | string | undefined; waited: number }
export type Crowd = {
  /** Sends them home, and says what they heard, which orders they were promised, and what became of those. */
  end: () => Promise<{
    visits: number
    refused: Visit[]
    longest: number
    promised: number
    kept: number
    broken: string[]
  }>
}

const readers = 20
const buyers = 200

export async function aCrowd({
  port,
  url,
  perSecond,
}: {
  port: number
  url: string
  perSecond: number
}): Promise<Crowd> {
  const people = await shoppersIn(url, readers + buyers)
  const workshop = await aWorkshopIn(url, { topic: 'There is room', seats: 1000, price: 200_000 })
  const heard: Visit[] = []
  const opened = performance.now()
  /** Codes of orders: who comes round again is told the same. */
  const promised = new Set<string>()
  let ended = false

  const visit = async (number: number) => {
    const buyer = number % 25 === 0 ? people[readers + ((number / 25) % buyers)]?.token : undefined
    const asked = buyer ? checkOut(buyer, workshop) : question(number, people[number % readers]?.token)
    const began = performance.now()
    const answer = await askNginx(port, asked).catch((error: NodeJS.ErrnoException) => ({
      status: error.code,
      body: '',
    }))
    const [, code] = /"Payment Code":"([^"]+)"/.exec(answer.body) ?? []
    if (code) promised.add(code)
    heard.push({ path: asked.path, at: began - opened, status: answer.status, waited: performance.now() - began })
  }
  const coming = (async () => {
    const visits: Promise<void>[] = []
    const began = performance.now()
    for (let number = 0; !ended; number++) {
      visits.push(visit(number))
      await pause(Math.max(0, began + ((number + 1) * 1000) / perSecond - performance.now()))
    }
    await Promise.all(visits)
  })()
  return {
    async end() {
      ended = true
      await coming
      const [orders] = await ask<{ kept: number }>(
        url,
        'select count(distinct order_id)::int as kept from order_item where workshop_id = $1',
        [workshop],
      )
      return {
        visits: heard.length,
        refused: heard.filter(({ status }) => status !== 200),
        longest: Math.max(...heard.map(({ waited }) => waited)),
        promised: promised.size,
        kept: orders?.kept ?? 0,
        broken: await brokenIn(url),
      }
    },
  }
}

function question(number: number, token: string | undefined) {
  const all = [
    { path: '/' },
    { path: '/api/MyOrders', token },
    { path: '/program' },
    { path: '/api/WorkshopsList?EventID=1', method: 'POST' as const, token, body: {} },
    { path: '/login' },
  ]
  return all[number % all.length] as (typeof all)[number]
}

const checkOut = (token: string, workshopIDs: string) => ({
  path: '/api/CheckOut',
  method: 'POST' as const,
  token,
  body: { workshopIDs },
})
