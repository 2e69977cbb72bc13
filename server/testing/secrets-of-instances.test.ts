/** Two instances on two machines: each has a folder of its own, and the database is all they share. */
import { expect, test } from 'vitest'
import { makeDatabase } from './database.ts'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { aFolder, ask, opened, type Running, start } from './process.ts'
import { firstRow, send } from './shoppers.ts'

const secretsKey = 'the same words on every machine of ours'
const differ = /The secrets of this instance \(.+\) differ from those of .+: a PIN or captcha of one is refused/

test.runIf(process.env.TEST_LONG)(
  'instances with different secrets say so at the start; with SECRETS_KEY a PIN of one is good at the other, and no file was copied (needs npm run test:long)',
  async () => {
    const { url } = await makeDatabase()
    const instance = async (SECRETS_KEY = '') =>
      start({
        program: 'server/main.ts',
        dataFolder: aFolder(),
        port: await freePort(),
        env: { DATABASE_URL: url, SECRETS_KEY },
      })
    const first = await instance()
    await opened(first)
    expect(first.output()).not.toMatch(differ)
    const second = await instance(secretsKey)
    await opened(second)
    expect(second.output()).toMatch(differ)
    expect(await verifiedAt(second, await signUpAt(first, url))).toBe('PIN not correct')
    kill(first.pid, 'SIGTERM')
    expect(await first.ended).toBe(0)

    const third = await instance(secretsKey)
    await opened(third)
    expect(third.output()).not.toMatch(differ)
    expect(await verifiedAt(second, await signUpAt(third, url))).toBe('Success')

    const wrong = await instance('other words, which open nothing at all')
    expect(await wrong.ended).toBe(78)
    expect(wrong.output()).toContain(
      'SECRETS_KEY is not the one that the secrets in the database were sealed with. Set it as the other instances have it.',
    )
  },
)

const newcomer = { DeviceID: 'd', UserID: 'sana@example.edu', Fullname: 'Sana Memon', Password: 'correct horse' }

/** The PIN of the letter. */
async function signUpAt({ address }: Running, url: string): Promise<string> {
  const { body } = await send(address, '/api/EventRegister', newcomer)
  expect(firstRow(body).Status).toBe('Success')
  const [letter] = await ask<{ text: string }>(url, 'select body_text as text from mail order by id desc limit 1')
  return /\b\d{6}\b/.exec(letter?.text ?? '')?.[0] ?? ''
}

async function verifiedAt({ address }: Running, pin: string): Promise<string | undefined> {
  const { UserID, Password, DeviceID } = newcomer
  const { body } = await send(address, '/api/EventEmailVerify', { DeviceID, UserID, Password, OTP: pin })
  return firstRow(body).Status
}
