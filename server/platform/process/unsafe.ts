/** What production refuses, unless it is told twice: by the setting itself and by a word in ALLOW_UNSAFE. Then it is told at each start. */
import { isEverybody } from '#server/platform/http/proxies.ts'

export const allowances = [
  'sandbox-payments',
  'no-captcha',
  'no-mail',
  'plain-http',
  'plain-database',
  'plain-files',
  'no-proxy',
  'no-second-factor',
] as const
export type Allowance = (typeof allowances)[number]

type Judged = {
  production: boolean
  PUBLIC_URL?: string | undefined
  DATABASE_URL?: string | undefined
  S3_ENDPOINT?: string | undefined
  SMTP_URL?: string | undefined
  PAYMENT_PROVIDER: string
  CAPTCHA_PROVIDER: string
  STAFF_SECOND_FACTOR?: string | undefined
  CAPTCHA_WORK: number
  TRUSTED_PROXIES: string[]
  ALLOW_UNSAFE: Allowance[]
}

type Risk = {
  word: Allowance
  isTaken: (config: Judged) => boolean
  refusal: string
  /** What is so while it is allowed. */
  warning: string
}

const leastWork = 200

const risks: Risk[] = [
  {
    word: 'plain-http',
    isTaken: ({ PUBLIC_URL }) => PUBLIC_URL?.startsWith('http:') ?? false,
    refusal:
      'PUBLIC_URL begins with http: passwords would travel in the clear. Put it behind TLS and write https, or add plain-http to ALLOW_UNSAFE.',
    warning: 'people reach the portal without TLS: passwords travel in the clear',
  },
  {
    word: 'sandbox-payments',
    isTaken: ({ PAYMENT_PROVIDER }) => PAYMENT_PROVIDER === 'sandbox',
    refusal:
      'PAYMENT_PROVIDER=sandbox takes no money: set PAYMENT_PROVIDER=epg, or add sandbox-payments to ALLOW_UNSAFE.',
    warning: 'people pay at the pretend bank: what people order is given away and no money is taken',
  },
  {
    word: 'no-captcha',
    isTaken: ({ CAPTCHA_PROVIDER }) => CAPTCHA_PROVIDER === 'none',
    refusal:
      'CAPTCHA_PROVIDER=none lets robots sign up: set CAPTCHA_PROVIDER=altcha, or add no-captcha to ALLOW_UNSAFE.',
    warning: 'no captcha is asked for: robots can sign up',
  },
  {
    word: 'no-captcha',
    isTaken: ({ CAPTCHA_PROVIDER, CAPTCHA_WORK }) => CAPTCHA_PROVIDER === 'altcha' && CAPTCHA_WORK < leastWork,
    refusal: `CAPTCHA_WORK stops no robot below ${leastWork}: set it higher, or add no-captcha to ALLOW_UNSAFE.`,
    warning: 'the captcha asks for so little work that robots can sign up',
  },
  {
    word: 'no-mail',
    isTaken: ({ SMTP_URL }) => !SMTP_URL,
    refusal:
      'SMTP_URL is needed in production: without it nobody gets their PIN. Set it, or add no-mail to ALLOW_UNSAFE.',
    warning: 'this process sends no mail',
  },
  {
    word: 'plain-database',
    isTaken: ({ DATABASE_URL }) => DATABASE_URL !== undefined && !isPrivate(new URL(DATABASE_URL)),
    refusal:
      'DATABASE_URL is on another machine and asks for no TLS: everything would travel in the clear. Add ?sslmode=verify-full (or require), or add plain-database to ALLOW_UNSAFE.',
    warning: 'the database is on another machine and is reached without TLS',
  },
  {
    word: 'plain-files',
    isTaken: ({ S3_ENDPOINT }) =>
      S3_ENDPOINT !== undefined && S3_ENDPOINT.startsWith('http:') && !isThisMachine(new URL(S3_ENDPOINT).hostname),
    refusal:
      'S3_ENDPOINT is on another machine and begins with http: uploads would travel in the clear. Write https, or add plain-files to ALLOW_UNSAFE.',
    warning: 'the file store is on another machine and is reached without TLS',
  },
  {
    word: 'no-proxy',
    isTaken: ({ PUBLIC_URL, TRUSTED_PROXIES }) =>
      Boolean(PUBLIC_URL?.startsWith('https:')) && TRUSTED_PROXIES.length === 0,
    refusal:
      'TRUSTED_PROXIES is needed because PUBLIC_URL begins with https: the proxy that answers it would be taken for every caller, and all would share one limit. Name its address, such as 127.0.0.1, or add no-proxy to ALLOW_UNSAFE.',
    warning: 'nobody is believed to be a proxy: behind one all callers share one limit',
  },
  {
    word: 'no-second-factor',
    isTaken: ({ STAFF_SECOND_FACTOR }) => STAFF_SECOND_FACTOR === 'off',
    refusal:
      'STAFF_SECOND_FACTOR=off lets a stolen password give money back: set owner-finance or all, or add no-second-factor to ALLOW_UNSAFE.',
    warning: 'nobody of the staff needs a second factor: a stolen password is enough',
  },
]

/** A sentence for each thing that production must not do. */
export function unsafe(config: Judged): string[] {
  const everybody = config.TRUSTED_PROXIES.filter(isEverybody)
  return [
    ...risks
      .filter(({ word, isTaken }) => isTaken(config) && !config.ALLOW_UNSAFE.includes(word))
      .map(({ refusal }) => refusal),
    // No word allows it: behind such a proxy everybody chooses their own address, and no limit holds.
    ...everybody.map(
      (word) => `TRUSTED_PROXIES must not have ${word}: everybody's word would be believed. Name your proxies.`,
    ),
  ]
}

/** What production does against advice because it was told to, and what is allowed without need. */
export function unsafeAllowed(config: Judged): string[] {
  if (!config.production) return []
  const taken = risks.filter(({ isTaken }) => isTaken(config))
  const idle = config.ALLOW_UNSAFE.filter((allowed) => !taken.some(({ word }) => word === allowed))
  return [
    ...taken.map(({ word, warning }) => `ALLOW_UNSAFE has ${word}: ${warning}.`),
    ...idle.map((word) => `ALLOW_UNSAFE has ${word}, which nothing needs: take it out.`),
  ]
}

/** On this machine, or by TLS. */
function isPrivate({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? hostname
  if (host === '' || /^(\/|%2f)/i.test(host) || isThisMachine(host)) return true
  return (
    /^(require|verify-ca|verify-full)$/.test(searchParams.get('sslmode') ?? '') || searchParams.get('ssl') === 'true'
  )
}

function isThisMachine(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)
}
