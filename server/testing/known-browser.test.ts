import { expect, test } from 'vitest'
import { makeDatabase } from './database.ts'
import { freePort } from './ports.ts'
import { aFolder, opened, type Running, start } from './process.ts'
import { password, shoppersIn } from './shoppers.ts'

type Heard = { status: number; said: string; cookie: string }

/** Signs in as a browser does that keeps its cookies. */
async function signIn(
  { address }: Running,
  given: { email: string; password: string; cookie?: string },
): Promise<Heard> {
  const reply = await fetch(`${address}/api/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(given.cookie && { cookie: given.cookie }) },
    body: JSON.stringify({ UserID: given.email, Password: given.password }),
  })
  const { Table } = (await reply.json()) as { Table: [{ Status: string }] }
  const [cookie = ''] = (reply.headers.get('set-cookie') ?? '').split(';')
  return { status: reply.status, said: Table[0].Status, cookie }
}

test.runIf(process.env.TEST_LONG)(
  'across two servers the owner gets in from a known browser while a stranger guesses without end, and unknown browsers stay limited (needs npm run test:long)',
  async () => {
    const { url } = await makeDatabase()
    const dataFolder = aFolder()
    const begin = async () =>
      start({ program: 'server/main.ts', dataFolder, port: await freePort(), env: { DATABASE_URL: url } })
    const one = await begin()
    await opened(one)
    const two = await begin()
    await opened(two)
    const [owner] = await shoppersIn(url, 1)
    const email = owner?.email ?? ''
    const { cookie } = await signIn(one, { email, password })
    const wrong: number[] = []
    let isGuessing = true
    const guessing = (async () => {
      for (let at = 0; isGuessing; at += 1)
        wrong.push((await signIn(at % 2 ? one : two, { email, password: `guess ${at}` })).status)
    })()
    while (wrong.length < 10) await signIn(one, { email: 'nobody@example.org', password: 'x' })

    const known = [await signIn(one, { email, password, cookie }), await signIn(two, { email, password, cookie })]
    const unknown = [await signIn(one, { email, password }), await signIn(two, { email, password })]
    isGuessing = false
    await guessing

    expect(known.map(({ status, said }) => [status, said])).toEqual([
      [200, 'Success'],
      [200, 'Success'],
    ])
    expect(unknown.map(({ status }) => status)).toEqual([429, 429])
    expect(wrong.filter((status) => status === 200)).toHaveLength(5)
  },
)
