import { resolve } from 'node:path'
import { z } from 'zod'
import { isProxy } from '#server/platform/http/proxies.ts'
import { allowances, unsafe } from './unsafe.ts'

const text = () => z.string().trim()
const address = (protocols: string) =>
  z.url({
    protocol: new RegExp(`^(${protocols})$`),
    error: `must be an address that begins with ${protocols.replaceAll('|', ' or ')}`,
  })
/** What more is written behind. */
const beginning = (protocols: string) => address(protocols).transform(withoutLastSlashes)
export const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(least, `must be ${least} or more`)
    .max(most, `must be ${most} or less`)
export const list = (standard = '') =>
  text()
    .default(standard)
    .transform((words) =>
      words
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    )

const services = ['portal', 'payments'] as const
export type Service = (typeof services)[number]

/** Every setting of the platform, its default and what it is for; those of the domains are in server/kernel/settings.ts. */
const Settings = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be development, test or production')
    .default('development')
    .describe('production refuses unsafe settings and loads no demo event'),
  SERVICES: list(services.join())
    .pipe(z.array(z.enum(services, 'must be portal, payments or both')).min(1, 'must be portal, payments or both'))
    .describe('what this process does: portal is pages and calls, payments is what lies under /payments/'),
  PORT: wholeNumber(0, 65_535).default(3000).describe('the port to listen on'),
  HOST: text().default('127.0.0.1').describe('the address to listen on; 0.0.0.0 for every network card'),
  PUBLIC_URL: beginning('http|https')
    .refine(hasNoUser, 'must not have a name or password in it: it is part of every link that people get')
    .optional()
    .describe('how people reach the site, for links in mail and pages, such as https://cpd.example.edu'),
  DATABASE_URL: address('postgres|postgresql')
    .optional()
    .describe('your own PostgreSQL 15 or newer; without it the portal brings its own'),
  POSTGRES_BIN: text()
    .optional()
    .describe(
      'the folder of the programs that the embedded database runs with, such as /usr/lib/postgresql/18/bin; without it the bundled ones',
    ),
  DATA_DIR: text().default('data').describe('where the embedded database, files and secrets are kept'),
  SECRETS_KEY: text()
    .min(32, 'must be at least 32 characters, such as openssl rand -hex 32 gives')
    .optional()
    .describe(
      'the same on every instance: seals the secrets that they share in the database; without it each keeps files in DATA_DIR',
    ),
  SMTP_URL: address('smtp|smtps')
    .refine(hasLegiblePassword, 'has a name or password in which a % is not written as %25')
    .optional()
    .describe(
      'the mail server, such as smtps://user:password@mail.example.edu; without it mail is kept in the database',
    ),
  MAIL_FROM: text()
    .refine(hasAddress, 'must have an address, such as CPD Department <cpd@example.edu>')
    .default('Colloquium <no-reply@localhost>')
    .describe('the sender of every mail'),
  PASSWORD_RULE: z
    .enum(['none', 'standard'], 'must be none or standard')
    .default('none')
    .describe('none advises and takes any password; standard asks for ten characters that are not a common password'),
  STAFF_SECOND_FACTOR: z
    .enum(['owner-finance', 'all', 'off'], 'must be owner-finance, all or off')
    .optional()
    .describe('who of the staff must have a second factor: owner-finance is usual in production, off outside it'),
  CAPTCHA_PROVIDER: z
    .enum(
      ['altcha', 'turnstile', 'hcaptcha', 'recaptcha', 'none'],
      'must be altcha, turnstile, hcaptcha, recaptcha or none',
    )
    .default('altcha')
    .describe('altcha needs no outside service'),
  CAPTCHA_WORK: wholeNumber(1, 20_000)
    .default(1000)
    .describe(
      'how much altcha asks for: 1000 is half a second for a laptop and three for a cheap phone, 20000 the most that a phone can do in time',
    ),
  CAPTCHA_SITE_KEY: text().optional().describe('for turnstile, hcaptcha or recaptcha'),
  CAPTCHA_SECRET: text().optional().describe('for turnstile, hcaptcha or recaptcha'),
  PAYMENT_PROVIDER: z
    .enum(['sandbox', 'epg'], 'must be sandbox or epg')
    .default('sandbox')
    .describe('sandbox moves no money; epg is the bank gateway'),
  EPG_URL: address('https').optional().describe('the bank gateway'),
  EPG_CUSTOMER: text().optional(),
  EPG_STORE: text().optional(),
  EPG_TERMINAL: text().optional(),
  EPG_USERNAME: text().optional(),
  EPG_PASSWORD: text().optional(),
  EPG_PORTALS: list('https://ipg.comtrust.ae,https://demo-ipg.ctdev.comtrust.ae,https://demo-ipg.comtrust.ae')
    .refine(
      (sites) => sites.every(isSecureSite),
      'must be sites that begin with https, such as https://ipg.comtrust.ae',
    )
    .describe('the only sites that people are sent to for paying'),
  FREE_DISK_MB: wholeNumber(0, 1_000_000_000)
    .default(1024)
    .describe('files are refused while less than this is free where they arrive'),
  CLAMAV_URL: address('tcp|unix')
    .optional()
    .describe(
      'clamd, which looks for viruses in what people send: tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl',
    ),
  FILES_URL: text()
    .optional()
    .describe('where uploads are kept: a folder, by default one in DATA_DIR, or s3://bucket/prefix'),
  S3_ENDPOINT: beginning('http|https').optional().describe('an S3-compatible store; without it Amazon is asked'),
  S3_REGION: text().default('us-east-1'),
  S3_ACCESS_KEY: text().optional(),
  S3_SECRET_KEY: text().optional(),
  GEONAMES_USERNAME: text().optional().describe('asks GeoNames for cities; without it the bundled list is used'),
  TRUSTED_PROXIES: list()
    .refine((words) => words.every(isProxy), 'must be addresses or networks, such as 127.0.0.1,10.0.0.0/8')
    .describe('addresses of proxies whose X-Forwarded-For is believed, such as 127.0.0.1,10.0.0.0/8'),
  METRICS_TOKEN: text()
    .min(16, 'must be at least 16 characters')
    .optional()
    .describe('lets a monitor read /metrics from another machine'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('info'),
  ALLOW_UNSAFE: list()
    .pipe(z.array(z.enum(allowances, `must be words of: ${allowances.join(', ')}`)))
    .describe(`what production may do against advice, told at each start: ${allowances.join(', ')}`),
})

export type Config = Omit<z.output<typeof Settings>, 'PUBLIC_URL'> & { PUBLIC_URL: string; production: boolean }
export type Environment = Record<string, string | undefined>

/** A setting that cannot work. The message has one sentence for each mistake. */
export class BadConfig extends Error {}

/** `own` are the settings that are not the platform's. */
export function readConfig<Own extends z.ZodObject>(env: Environment, own: Own): Config & z.output<Own> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const [platform, more] = [Settings.safeParse(given), own.safeParse(given)]
  if (!platform.success || !more.success) {
    const issues = [...(platform.error?.issues ?? []), ...(more.error?.issues ?? [])]
    throw new BadConfig(issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`).join('\n'))
  }
  const { data } = platform
  const config = {
    ...data,
    DATA_DIR: resolve(data.DATA_DIR),
    PUBLIC_URL: data.PUBLIC_URL ?? `http://localhost:${data.PORT}`,
    production: data.NODE_ENV === 'production',
  }
  const mistakes = [
    ...incomplete(config, data.PUBLIC_URL),
    ...(config.production ? unsafe({ ...config, PUBLIC_URL: data.PUBLIC_URL }) : []),
  ]
  if (mistakes.length > 0) throw new BadConfig(mistakes.join('\n'))
  return { ...config, ...more.data }
}

function incomplete(config: Config, publicUrl: string | undefined): string[] {
  const mistakes: string[] = []
  if (config.production && !publicUrl)
    mistakes.push('PUBLIC_URL is needed in production: links in mail are made from it.')
  if (config.production && config.SMTP_URL && /@localhost>?$/.test(config.MAIL_FROM))
    mistakes.push(
      'MAIL_FROM is needed in production because SMTP_URL is set: no mail server takes an email from localhost.',
    )
  // Its own port is not where the bank must send people back to.
  if (config.SERVICES.length < services.length && !publicUrl)
    mistakes.push('PUBLIC_URL is needed because SERVICES names one service: people reach both at one address.')
  const needs = (names: (keyof Config)[], because: string) => {
    for (const name of names) if (!config[name]) mistakes.push(`${name} is needed because ${because}.`)
  }
  if (config.FILES_URL?.startsWith('s3://')) needs(['S3_ACCESS_KEY', 'S3_SECRET_KEY'], 'FILES_URL is a bucket')
  else if (config.FILES_URL && /^[a-z][a-z\d+.-]+:/i.test(config.FILES_URL))
    mistakes.push('FILES_URL must be a folder or s3://bucket/prefix.')
  if (!['altcha', 'none'].includes(config.CAPTCHA_PROVIDER))
    needs(['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'], `CAPTCHA_PROVIDER is ${config.CAPTCHA_PROVIDER}`)
  if (config.PAYMENT_PROVIDER === 'epg' && config.SERVICES.includes('payments'))
    needs(
      ['EPG_URL', 'EPG_CUSTOMER', 'EPG_STORE', 'EPG_TERMINAL', 'EPG_USERNAME', 'EPG_PASSWORD'],
      'PAYMENT_PROVIDER is epg',
    )
  return mistakes
}

function hasAddress(sender: string): boolean {
  const address = /<([^<>]*)>$/.exec(sender)?.[1] ?? sender
  return /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address)
}

function hasNoUser(url: string): boolean {
  return !URL.canParse(url) || (new URL(url).username === '' && new URL(url).password === '')
}

/** Without a path: the content security policy of pages that lead there names it too. */
function isSecureSite(site: string): boolean {
  return site.startsWith('https://') && URL.canParse(site) && new URL(site).origin === site
}

function hasLegiblePassword(url: string): boolean {
  try {
    const { username, password } = new URL(url)
    decodeURIComponent(username)
    decodeURIComponent(password)
    return true
  } catch {
    // What is no address at all has been told so.
    return !URL.canParse(url)
  }
}

/** Refuses names in a `.env` file that are no setting: a misspelt one would be ignored in silence. */
export function unknownSettings(names: string[], own: z.ZodObject): string[] {
  return names
    .filter((name) => !(name in Settings.shape) && !(name in own.shape))
    .map((name) => `${name} in .env is not a setting.`)
}

export function envExample(own: z.ZodObject): string {
  const settings = { ...Settings.shape, ...own.shape } as Record<string, z.ZodType>
  const lines = Object.entries(settings).map(([name, setting]) => {
    const { data } = setting.safeParse(undefined)
    const value = Array.isArray(data) || ['string', 'number'].includes(typeof data) ? `${data as string}` : ''
    return `${setting.description ? `# ${setting.description}\n` : ''}# ${name}=${value}\n`
  })
  return `# Written by \`npm run env\`. Every setting has a default: copy this file to .env and uncomment what you change.\n\n${lines.join('\n')}`
}

export function withoutLastSlashes(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end--
  return address.slice(0, end)
}
