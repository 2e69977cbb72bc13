import { expect, test } from 'vitest'
import { makeDatabase } from './database.ts'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { aFolder, opened, start } from './process.ts'

test('production that was allowed something against advice says so at each start', async () => {
  const { url } = await makeDatabase()
  const dataFolder = aFolder()
  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://cpd.example.edu',
    DATABASE_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
    ALLOW_UNSAFE: 'sandbox-payments,no-mail,no-captcha',
  }
  for (const _ of ['first', 'second']) {
    const server = start({ program: 'server/main.ts', dataFolder, port: await freePort(), env })
    await opened(server)
    const warnings = server
      .output()
      .split('\n')
      .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as { level: number; msg: string }] : []))
      .filter(({ msg }) => msg.startsWith('ALLOW_UNSAFE'))
    expect(warnings.map(({ level, msg }) => [level, msg])).toEqual([
      [
        40,
        'ALLOW_UNSAFE has sandbox-payments: people pay at the pretend bank: what people order is given away and no money is taken.',
      ],
      [40, 'ALLOW_UNSAFE has no-captcha: no captcha is asked for: robots can sign up.'],
      [40, 'ALLOW_UNSAFE has no-mail: this process sends no mail.'],
    ])
    kill(server.pid, 'SIGTERM')
    expect(await server.ended).toBe(0)
  }
})

test('production without TLS does not start, and says what to do', async () => {
  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://cpd.example.edu',
    ALLOW_UNSAFE: 'sandbox-payments,no-mail,no-captcha',
  }
  const server = start({ program: 'server/main.ts', dataFolder: aFolder(), port: await freePort(), env })

  expect(await server.ended).toBe(78)
  expect(server.output()).toContain('PUBLIC_URL begins with http: passwords would travel in the clear.')
})
