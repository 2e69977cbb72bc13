/** CON-034: the server is killed again and again while it writes to many. */
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { prepareHome } from '#server/platform/postgres/home.ts'
import { often } from './counts.ts'
import { openMailServer } from './mail-server.ts'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { ask, aUsedFolder, childrenOf, opened, start, tell, until } from './process.ts'
import { brokenIn } from './shoppers.ts'

const people = often(60, 5000)
const kills = often(2, 12)

test.runIf(process.env.TEST_LONG)(
  'killed while it writes to many, it goes on and nobody has the letter twice (needs npm run test:long)',
  async () => {
    const mail = await openMailServer({ takes: 20 })
    onTestFinished(mail.close)
    const dataFolder = await aUsedFolder()
    const env = { SMTP_URL: mail.url, LETTERS_PER_MINUTE: '60000' }
    const portal = start({ program: 'scripts/start.ts', dataFolder, port: await freePort(), env })
    await opened(portal)
    const { url } = await prepareHome(join(dataFolder, 'postgres'))
    await plan(url)

    for (let round = 0; round < kills; round += 1) {
      await until(async () => (await count(url, `state = 'posted'`)) > Math.min(round * 5, people - 10), { every: 20 })
      await pause(randomInt(0, 60))
      kill(childrenOf(portal.pid)[0])
      await opened(portal)
    }
    await until(async () => (await ask(url, `select from mailing where state = 'sent'`)).length === 1, {
      every: 200,
      within: often(120_000, 1_800_000),
      otherwise: () => `it did not end: ${portal.output()}`,
    })
    const addresses = (await mail.letters()).map(({ to }) => to?.[0]?.address)
    const unsure = await ask(url, `select from mail where cause = 'interrupted'`)
    tell(`${people} people, ${kills} kills: ${addresses.length} letters, ${unsure.length} of which nobody knows`)
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses.length).toBeGreaterThanOrEqual(people - unsure.length)
    // Two at a time are in hand.
    expect(unsure.length).toBeLessThanOrEqual(2 * kills)
    expect(await count(url, `state = 'posted'`)).toBe(people)
    expect(await brokenIn(url)).toEqual([])
  },
)

const count = async (url: string, which: string): Promise<number> =>
  (await ask(url, `select from mailing_recipient where ${which}`)).length

/** As a check and a send leave it, five minutes later. */
async function plan(url: string): Promise<void> {
  await ask(
    url,
    `with made as (
      insert into account (email, email_key, full_name, verified_at, created_at, password_changed_at)
      select 'reader' || n || '@example.org', 'reader' || n || '@example.org', 'Reader ' || n, now(), now(), now()
      from generate_series(1, $1::int) as n returning id),
    letter as (
      insert into mailing (event_id, kind, audience, authors_only, subject, body, state, recipients, made_by, made_at, changed_at, checked_at, sent_by, send_at)
      select (select min(id) from event), 'announcement', '{"college": true}', false, 'News of {event}', 'Dear {name}', 'planned', $1::int,
        min(id), now(), now(), now(), min(id), now() from made returning id)
    insert into mailing_recipient (mailing_id, account_id, state) select letter.id, made.id, 'waiting' from letter, made`,
    [people],
  )
  await ask(url, `select graphile_worker.add_job('send-mailings')`)
}
