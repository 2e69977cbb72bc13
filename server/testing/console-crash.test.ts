/** The server is killed while staff publish an event, publish a page and give a hundred people more time: each is done whole or not at all. */
import { expect, test } from 'vitest'
import { often } from './counts.ts'
import { aServerToKill } from './killed-server.ts'
import { ask, childrenOf, opened, tell, until } from './process.ts'
import { brokenIn } from './shoppers.ts'
import { type Asking, cutOff, done, killInTheMiddle, killSoon, type Reply } from './staff-process.ts'

/** The first in the middle of all three; in the long run also at any other moment. */
const kills = often(1, 12)
const many = 100

test.runIf(process.env.TEST_LONG)(
  'killed in the middle of publishing an event and a page and of an act on a hundred people, nothing is half done (needs npm run test:long)',
  async () => {
    const { portal, url, asking } = await aServerToKill()

    for (let round = 0; round < kills; round += 1) {
      const acts = await threeActs(asking, url, round)
      const before = await standing(url)
      const sent = acts.map(([name, input]) => asking(name, input).catch(cutOff))
      const inTheMiddle = round === 0
      const killed = inTheMiddle
        ? (await killInTheMiddle(portal, url, { tables: ['act_change'], acts: acts.length })).server
        : await killSoon(portal)
      const answered = await Promise.all(sent)
      await until(() => !childrenOf(portal.pid).includes(killed as number))
      await opened(portal)

      const after = await standing(url)
      expect(inTheMiddle ? after : before).toEqual(before)
      expect(inTheMiddle ? answered.map(({ status }) => status) : []).toEqual(inTheMiddle ? [0, 0, 0] : [])
      // Each is there whole, or not at all; what was answered is there.
      expect([0, many]).toContain(after.extensions - before.extensions)
      expect(after.publishedFaqs).toBe(1)
      expect(after.current).toBe(1)
      expect(await brokenIn(url)).toEqual([])
      const wrong: string[] = []
      for (const [at, [name, input]] of acts.entries()) {
        const isDone = (await doneActs(url, name)) > round
        if (answered[at]?.status === 200 && !isDone) wrong.push(`${name} was answered and is not there`)
        // Whoever had no answer does it again.
        if (!isDone && (await asking(name, input)).status !== 200) wrong.push(`${name} cannot be done again`)
      }
      expect(wrong).toEqual([])
    }
    const end = await standing(url)
    expect([end.extensions, await brokenIn(url)]).toEqual([kills * many, []])
    tell(`${kills} kills among three acts of staff each: nothing half done`)
  },
)

/** A draft of an event that can be published, a draft of a page, and a hundred addresses. */
async function threeActs(asking: Asking, url: string, round: number) {
  const [current] = await ask<{ id: number; until: string }>(
    url,
    `select id, (greatest(abstracts_close_on, current_date) + 3)::text as until from event where is_current`,
  )
  const eventId = current?.id as number
  const copied = await done(asking('EventCopy', { eventId, name: `Spring Conference ${round}`, weeks: 52 }))
  const { event } = await done(asking('EventShow', { eventId: copied.eventId }, 'GET'))
  const { version, name } = event as { version: number; name: string }
  const { published } = await done(asking('PageShow', { page: 'faq' }, 'GET'))
  const { body } = published as { body: Reply }
  const draft = { page: 'faq', version: 0, body: { ...body, lead: `Asked often, ${round}.` } }
  const saved = await done(asking('PageDraftSave', draft))
  const emails = Array.from({ length: many }, (_, at) => `author${at}.${round}@example.org`)
  return [
    ['EventPublish', { eventId: copied.eventId, version, name }],
    ['PagePublish', { page: 'faq', version: saved.version, when: 'now' }],
    ['ExtensionGive', { eventId, kind: 'abstracts', until: current?.until, reason: 'The power was cut', emails }],
  ] as [string, Reply][]
}

type Standing = { extensions: number; publishedFaqs: number; published: number; current: number; acts: number }

async function standing(url: string): Promise<Standing> {
  const [found] = await ask<Standing>(
    url,
    `select (select count(*)::int from extension where ended_at is null) as extensions,
      (select count(*)::int from page_version where page = 'faq' and event_id is null and state = 'published') as "publishedFaqs",
      (select count(*)::int from event where event_state = 'published') as published,
      (select count(*)::int from event where is_current) as current,
      (select count(*)::int from act where operation in ('EventPublish', 'PagePublish', 'ExtensionGive')) as acts`,
  )
  return found as Standing
}

async function doneActs(url: string, operation: string): Promise<number> {
  return (await ask(url, `select from act where operation = $1 and outcome = 'done'`, [operation])).length
}
