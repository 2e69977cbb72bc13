import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BadConfig, envExample, readConfig, unknownSettings } from './config.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://cpd.example.edu',
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
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be debug, info, warn, error or silent.'],
])('%j is told as: %s', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(new BadConfig(sentence))
})

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
  [{ CAPTCHA_WORK: '20' }, /CAPTCHA_WORK stops no robot/],
  [{ CAPTCHA_PROVIDER: 'none' }, /CAPTCHA_PROVIDER=none lets robots sign up/],
])('production refuses %j', (change, complaint) => {
  expect(readConfig(production).production).toBe(true)
  expect(() => readConfig({ ...production, ...change })).toThrow(complaint)
})

test('a misspelt name in .env is told, not ignored', () => {
  expect(unknownSettings(['SMTP_URL', 'SMPT_URL'])).toEqual(['SMPT_URL in .env is not a setting.'])
})

test('.env.example is what the table of settings says: run `npm run env`', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(envExample())
})
