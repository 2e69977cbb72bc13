import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Email } from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { openMailServer } from './mail-server.ts'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { aUsedFolder, childrenOf, opened, start, tell, until } from './process.ts'

const kills = 8
/** So many connections to the mail server, each with a letter in hand. */
const inHand = 3

test.runIf(process.env.TEST_LONG)(
  'with the server killed while it sends, and the mail server gone for a while, every letter arrives, and again at most what was in hand at a kill (needs npm run test:long)',
  async () => {
    const mailPort = await freePort()
    const portal = start({
      program: 'scripts/start.ts',
      dataFolder: await aUsedFolder(),
      port: await freePort(),
      env: { SMTP_URL: `smtp://127.0.0.1:${mailPort}` },
    })
    await opened(portal)

    const people = signUps(portal.address)
    let mail = await openMailServer({ port: mailPort })
    for (let round = 0; round < kills; round += 1) {
      await people.some(4)
      // The answers came after the commit; the letters are now on their way.
      await pause(randomInt(0, 40))
      kill(childrenOf(portal.pid)[0])
      await opened(portal)
    }
    const before = await mail.letters()
    await mail.close()
    await people.some(4)
    mail = await openMailServer({ port: mailPort })
    onTestFinished(mail.close)
    const arrived = async () => [...before, ...(await mail.letters())]
    await until(async () => new Set((await arrived()).map(addressee)).size >= people.acknowledged.length, {
      every: 500,
      otherwise: () => `letters are missing: ${portal.output()}`,
    })

    const letters = await arrived()
    const again = letters.length - new Set(letters.map(({ messageId }) => messageId)).size
    tell(
      `${people.acknowledged.length} sign-ups, ${letters.length} letters, ${again} of them again, after ${kills} kills`,
    )
    expect(people.acknowledged.length).toBeGreaterThan(10)
    expect(people.acknowledged.filter((email) => !letters.some((letter) => addressee(letter) === email))).toEqual([])
    expect(again).toBeLessThanOrEqual(kills * inHand)
  },
)

const addressee = ({ to }: Email): string => to?.[0]?.address ?? ''

/** People who sign up, a few at a time; those without an answer do not know whether they did, and are not counted. */
function signUps(address: string): { acknowledged: string[]; some: (count: number) => Promise<void> } {
  const acknowledged: string[] = []
  let next = 0
  const one = async () => {
    const email = `person${(next += 1)}@example.org`
    const reply = await fetch(`${address}/api/EventRegister`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ DeviceID: 'd', UserID: email, Fullname: 'A person', Password: 'x' }),
    }).catch(() => undefined)
    const body = await reply?.text().catch(() => '')
    if (body?.includes('"Success"')) acknowledged.push(email)
  }
  return { acknowledged, some: async (count) => void (await Promise.all(Array.from({ length: count }, one))) }
}
