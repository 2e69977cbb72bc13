/** Proof that a person, or at least some work, stands behind a request. Checked here, good once, and only for its purpose. */
import { type Challenge, createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { type QueryExecutorProvider, sql } from 'kysely'
import { z } from 'zod'
import { refuse } from '#server/platform/http/refuse.ts'
import type { Config } from '#server/platform/process/config.ts'
import type { Logger } from '#server/platform/process/log.ts'

type Provider = Config['CAPTCHA_PROVIDER']

export type Captcha = {
  provider: Provider
  siteKey: string | undefined
  /** A puzzle for one purpose; only our own captcha has them. */
  challenge: (purpose: string) => Promise<Challenge | undefined>
  /** Refuses what has the form of a proof and cannot be one. */
  isSolved: (proof: string, purpose: string) => Promise<boolean>
  /** Makes a proof good again that was used for nothing. One of an outside provider is gone. */
  giveBack: (proof: string) => Promise<void>
}

type Kind = Pick<Captcha, 'challenge' | 'isSolved' | 'giveBack'>
const nothingToGive = async () => {}

type CaptchaOptions = {
  config: Pick<Config, 'CAPTCHA_PROVIDER' | 'CAPTCHA_WORK' | 'CAPTCHA_SITE_KEY' | 'CAPTCHA_SECRET' | 'PUBLIC_URL'>
  key: Buffer
  db: QueryExecutorProvider
  now: () => Date
  log: Logger
}

const goodForMinutes = 5
/** One try of a puzzle; how many it takes is a setting. */
const aTry = { algorithm: 'PBKDF2/SHA-256', cost: 1000 }

const verifyAt: Partial<Record<Provider, string>> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
}

/** Where the script and the frame of an outside captcha come from. */
export const captchaHosts: Partial<Record<Provider, string>> = {
  turnstile: 'https://challenges.cloudflare.com',
  hcaptcha: 'https://hcaptcha.com https://*.hcaptcha.com',
  recaptcha:
    'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
}

/** Where no script from outside may run. */
export const withOwnCaptcha = <C extends CaptchaOptions['config']>(config: C): C => ({
  ...config,
  CAPTCHA_PROVIDER: config.CAPTCHA_PROVIDER === 'none' ? 'none' : 'altcha',
})

export function makeCaptcha(options: CaptchaOptions): Captcha {
  const { CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: siteKey } = options.config
  const kinds: Record<Provider, Kind> = {
    none: { challenge: async () => undefined, isSolved: async () => true, giveBack: nothingToGive },
    altcha: ownCaptcha(options),
    turnstile: outsideCaptcha(options),
    hcaptcha: outsideCaptcha(options),
    recaptcha: outsideCaptcha(options),
  }
  return { provider, siteKey, ...kinds[provider] }
}

function ownCaptcha({ config, key, db, now }: CaptchaOptions): Kind {
  const hmacSignatureSecret = key.toString('hex')
  const hmacKeySignatureSecret = `${hmacSignatureSecret} of the key`

  return {
    challenge: (purpose) =>
      createChallenge({
        ...aTry,
        // About as many as the setting says: the same number each time would be known beforehand.
        counter: randomInt(Math.ceil(config.CAPTCHA_WORK * 1.5), Math.floor(config.CAPTCHA_WORK / 2)),
        deriveKey,
        expiresAt: new Date(now().getTime() + goodForMinutes * 60_000),
        data: { purpose },
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      }),
    async isSolved(proof, purpose) {
      const read = readProof(proof)
      if (!read) return false
      const { challenge, solution } = read
      const { nonce, expiresAt, data } = challenge.parameters
      if (data?.purpose !== purpose || !expiresAt || expiresAt * 1000 <= now().getTime()) return false
      const { verified } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      }).catch(() => ({ verified: false }))
      return verified && (await isFirstUse(db, nonce, new Date(expiresAt * 1000)))
    },
    async giveBack(proof) {
      const nonce = readProof(proof)?.challenge.parameters.nonce
      await sql`delete from captcha_used where nonce = ${nonce ?? ''}`.execute(db)
    },
  }
}

/** What is read before the signature is checked; the library looks at the rest. */
const Proof = z.looseObject({
  challenge: z.looseObject({
    parameters: z.looseObject({
      nonce: z.string().regex(/^[0-9a-f]{1,128}$/i),
      expiresAt: z.number().min(0).max(1e11).optional(),
      data: z.looseObject({ purpose: z.unknown() }).nullish(),
    }),
  }),
  solution: z.looseObject({}),
})

/** Undefined for what is no JSON, such as the proof of another captcha. JSON of another form was made by no page of ours. */
function readProof(proof: string): Payload | undefined {
  let sent: unknown
  try {
    sent = JSON.parse(Buffer.from(proof, 'base64').toString())
  } catch {
    return undefined
  }
  if (!Proof.safeParse(sent).success) return refuse('bad_input', { sentence: 'Please check Captcha: it is no proof.' })
  return sent as Payload
}

/** Fifty requests with the same proof at the same moment: one inserts, the others find it there. */
async function isFirstUse(db: QueryExecutorProvider, nonce: string, expiresAt: Date): Promise<boolean> {
  const { numAffectedRows } =
    await sql`insert into captcha_used (nonce, expires_at) values (${nonce}, ${expiresAt}) on conflict do nothing`.execute(
      db,
    )
  return numAffectedRows === 1n
}

export async function sweepCaptchas(db: QueryExecutorProvider, now: Date): Promise<void> {
  await sql`delete from captcha_used where expires_at < ${now}`.execute(db)
}

/** Asks the provider. When it cannot be asked, nobody gets in: a captcha that fails open is none. */
function outsideCaptcha({ config, log }: CaptchaOptions): Kind {
  return {
    challenge: async () => undefined,
    giveBack: nothingToGive,
    async isSolved(proof) {
      if (proof === '') return false
      const address = verifyAt[config.CAPTCHA_PROVIDER]
      try {
        const reply = await fetch(address as string, {
          method: 'POST',
          body: new URLSearchParams({ secret: config.CAPTCHA_SECRET ?? '', response: proof }),
          redirect: 'error',
          signal: AbortSignal.timeout(5000),
        })
        const { success, hostname } = (await reply.json()) as { success?: boolean; hostname?: string }
        return success === true && (!hostname || hostname === new URL(config.PUBLIC_URL).hostname)
      } catch (error) {
        log.error({ err: error }, 'the captcha provider cannot be asked')
        return false
      }
    },
  }
}
