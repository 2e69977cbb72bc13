import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { envExample, readConfig } from '#server/kernel/settings.ts'
import { BadConfig, unknownSettings } from './config.ts'
import { cutSettings } from './environment.ts'
import { unsafeAllowed } from './unsafe.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://cpd.example.edu',
  TRUSTED_PROXIES: '127.0.0.1',
  PAYMENT_PROVIDER: 'sandbox',
  ALLOW_UNSAFE: 'sandbox-payments,no-mail',
}

test('nothing needs to be set to try it out', () => {
  expect(readConfig({})).toMatchObject({ PORT: 3000, PUBLIC_URL: 'http://localhost:3000', production: false })
})

test('an address that more is written behind may end with slashes', () => {
  const read = readConfig({ PUBLIC_URL: 'https://cpd.example.edu//', S3_ENDPOINT: 'https://files.example.edu/s3/' })
  expect(read).toMatchObject({ PUBLIC_URL: 'https://cpd.example.edu', S3_ENDPOINT: 'https://files.example.edu/s3' })
})

test.each([
  [{ PORT: 'abc' }, 'PORT must be a number.'],
  [{ PORT: '70000' }, 'PORT must be 65535 or less.'],
  [{ PUBLIC_URL: 'cpd.example.edu' }, 'PUBLIC_URL must be an address that begins with http or https.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address that begins with postgres or postgresql.'],
  [{ SMTP_URL: 'mail.example.edu' }, 'SMTP_URL must be an address that begins with smtp or smtps.'],
  [
    { SMTP_URL: 'smtp://office:100%sure@mail.example.edu' },
    'SMTP_URL has a name or password in which a % is not written as %25.',
  ],
  [{ PAYMENT_PROVIDER: 'paypal' }, 'PAYMENT_PROVIDER must be sandbox or epg.'],
  [
    { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'x' },
    'CAPTCHA_SECRET is needed because CAPTCHA_PROVIDER is turnstile.',
  ],
  [{ FILES_URL: 's3://bucket', S3_ACCESS_KEY: 'x' }, 'S3_SECRET_KEY is needed because FILES_URL is a bucket.'],
  [{ FILES_URL: 'ftp://files' }, 'FILES_URL must be a folder or s3://bucket/prefix.'],
  [{ SERVICES: 'portal,lunch' }, 'SERVICES must be portal, payments or both.'],
  [
    { SERVICES: 'payments' },
    'PUBLIC_URL is needed because SERVICES names one service: people reach both at one address.',
  ],
  [
    { TRUSTED_PROXIES: '127.0.0.1,proxy' },
    'TRUSTED_PROXIES must be addresses or networks, such as 127.0.0.1,10.0.0.0/8.',
  ],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES must be addresses or networks, such as 127.0.0.1,10.0.0.0/8.'],
  [
    { ALLOW_UNSAFE: 'no-mail,no-mial' },
    'ALLOW_UNSAFE must be words of: sandbox-payments, no-captcha, no-mail, plain-http, plain-database, plain-files, no-proxy, no-second-factor.',
  ],
  [
    { PUBLIC_URL: 'https://office:secret@cpd.example.edu' },
    'PUBLIC_URL must not have a name or password in it: it is part of every link that people get.',
  ],
  [{ MAIL_FROM: 'CPD Department' }, 'MAIL_FROM must have an address, such as CPD Department <cpd@example.edu>.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be debug, info, warn, error or silent.'],
])('%j is told as: %s', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(new BadConfig(sentence))
})

test.each(['http', 'http://ipg.comtrust.ae', 'https://ipg.comtrust.ae/pay', 'https://ipg.comtrust.ae,ipg.example'])(
  'people are not sent to pay at %s',
  (EPG_PORTALS) => {
    const sentence = 'EPG_PORTALS must be sites that begin with https, such as https://ipg.comtrust.ae.'
    expect(() => readConfig({ EPG_PORTALS })).toThrow(new BadConfig(sentence))
  },
)

test('only the payment service needs what the bank gave us', () => {
  const env = { PAYMENT_PROVIDER: 'epg', PUBLIC_URL: 'https://cpd.example.edu' }
  expect(readConfig({ ...env, SERVICES: 'portal' }).SERVICES).toEqual(['portal'])
  expect(() => readConfig({ ...env, SERVICES: 'payments' })).toThrow(/EPG_PASSWORD is needed/)
  expect(readConfig({}).SERVICES).toEqual(['portal', 'payments'])
})

test('every mistake is told at once', () => {
  expect(() => readConfig({ PORT: 'abc', LOG_LEVEL: 'loud' })).toThrow(/PORT .*\nLOG_LEVEL /)
})

test.each([
  [{ PUBLIC_URL: undefined }, /PUBLIC_URL is needed in production/],
  [{ ALLOW_UNSAFE: '' }, /PAYMENT_PROVIDER=sandbox takes no money/],
  [{ ALLOW_UNSAFE: 'sandbox-payments' }, /SMTP_URL is needed in production/],
  [{ TRUSTED_PROXIES: '' }, /TRUSTED_PROXIES is needed because PUBLIC_URL begins with https.* no-proxy/],
  [{ SMTP_URL: 'smtps://mail.example.edu' }, /MAIL_FROM is needed in production/],
  [{ STAFF_SECOND_FACTOR: 'off' }, /STAFF_SECOND_FACTOR=off .* no-second-factor/],
  [{ CAPTCHA_WORK: '20' }, /CAPTCHA_WORK stops no robot/],
  [{ CAPTCHA_PROVIDER: 'none' }, /CAPTCHA_PROVIDER=none lets robots sign up/],
  [{ PUBLIC_URL: 'http://cpd.example.edu' }, /PUBLIC_URL begins with http: .* plain-http/],
  [{ TRUSTED_PROXIES: '0.0.0.0/0' }, /TRUSTED_PROXIES must not have 0\.0\.0\.0\/0/],
  [{ TRUSTED_PROXIES: '127.0.0.1,::/0' }, /TRUSTED_PROXIES must not have ::\/0/],
  [{ TRUSTED_PROXIES: '0.0.0.0/1,128.0.0.0/1' }, /TRUSTED_PROXIES must not have 0\.0\.0\.0\/1.*\n.*128/],
  [{ TRUSTED_PROXIES: '::ffff:0.0.0.0/96' }, /TRUSTED_PROXIES must not have ::ffff/],
  [{ DATABASE_URL: 'postgres://portal:p@db.example.edu/cpd' }, /DATABASE_URL is on another machine .* plain-database/],
  [{ DATABASE_URL: 'postgres://portal:p@10.0.0.7/cpd?sslmode=disable' }, /DATABASE_URL is on another machine/],
  [{ DATABASE_URL: 'postgres://portal:p@localhost/cpd?host=10.0.0.7' }, /DATABASE_URL is on another machine/],
  [{ S3_ENDPOINT: 'http://files.example.edu' }, /S3_ENDPOINT is on another machine .* plain-files/],
])('production refuses %j', (change, complaint) => {
  expect(readConfig(production).production).toBe(true)
  expect(() => readConfig({ ...production, ...change })).toThrow(complaint)
})

test.each([
  'postgres://portal:p@localhost/cpd',
  'postgres://portal:p@127.0.0.1:5433/cpd',
  'postgres://portal:p@[::1]/cpd',
  'postgres:///cpd?host=/run/postgresql',
  'postgres://portal@%2Frun%2Fpostgresql/cpd',
  'postgres://portal:p@db.example.edu/cpd?sslmode=require',
  'postgres://portal:p@db.example.edu/cpd?sslmode=verify-full',
])('production takes %s', (DATABASE_URL) => {
  expect(readConfig({ ...production, DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL)
})

test.each(['https://files.example.edu', 'http://localhost:9000', 'http://127.0.0.1:9000', 'http://[::1]:9000'])(
  'production takes a file store at %s',
  (S3_ENDPOINT) => {
    expect(readConfig({ ...production, S3_ENDPOINT }).S3_ENDPOINT).toBe(S3_ENDPOINT)
  },
)

test('outside production nothing of it is refused, and nothing told', () => {
  const env = {
    PUBLIC_URL: 'http://cpd.example.edu',
    DATABASE_URL: 'postgres://db.example.edu/x',
    TRUSTED_PROXIES: '::/0',
  }
  expect(unsafeAllowed(readConfig(env))).toEqual([])
})

test('what production was allowed against advice is told, and what is allowed in vain too', () => {
  const env = {
    ...production,
    PUBLIC_URL: 'http://cpd.example.edu',
    DATABASE_URL: 'postgres://db.example.edu/cpd',
    ALLOW_UNSAFE: 'sandbox-payments,no-mail,plain-http,plain-database,no-second-factor,no-captcha',
    STAFF_SECOND_FACTOR: 'off',
  }
  expect(unsafeAllowed(readConfig(env))).toEqual([
    'ALLOW_UNSAFE has plain-http: people reach the portal without TLS: passwords travel in the clear.',
    'ALLOW_UNSAFE has sandbox-payments: people pay at the pretend bank: what people order is given away and no money is taken.',
    'ALLOW_UNSAFE has no-mail: this process sends no mail.',
    'ALLOW_UNSAFE has plain-database: the database is on another machine and is reached without TLS.',
    'ALLOW_UNSAFE has no-second-factor: nobody of the staff needs a second factor: a stolen password is enough.',
    'ALLOW_UNSAFE has no-captcha, which nothing needs: take it out.',
  ])
})

test('a misspelt name in .env is told, not ignored', () => {
  expect(unknownSettings(['SMTP_URL', 'HOLD_MINUTES', 'SMPT_URL'], z.object({ HOLD_MINUTES: z.string() }))).toEqual([
    'SMPT_URL in .env is not a setting.',
  ])
})

test('a value in .env that a # would cut is told by its name, and a quoted one and comments are not', () => {
  const sentence = (name: string) =>
    `${name} in .env has a # outside quotation marks, and what follows would be ignored. Write the value in quotation marks, and a comment in a line of its own.`
  const lines = [
    '# EPG_STORE=1#2',
    'EPG_PASSWORD=Comtrust#2018',
    'export SECRETS_KEY=#all of it',
    'PORT=3000 # the port',
    "METRICS_TOKEN='one#two' # quoted",
    'MAIL_FROM="CPD #1 <cpd@example.edu>"',
    '  # indented',
    'SMTP_URL=smtps://mail.example.edu',
  ]
  expect(cutSettings(lines.join('\n')).toSorted()).toEqual(['EPG_PASSWORD', 'PORT', 'SECRETS_KEY'].map(sentence))
})

test('.env.example is what the table of settings says: run `npm run env`', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(envExample())
})
