/** Codes that change every 30 seconds: RFC 6238 with SHA-1 and six digits, which every app knows. */
import { createHmac, randomBytes } from 'node:crypto'
import { isSame } from './tokens.ts'

const seconds = 30
const digits = 6
/** Clocks differ: the step before and the step after are taken too. */
const drift = [-1, 0, 1]

/** 160 bits, as the RFC advises. */
export const newTotpSecret = (): Buffer => randomBytes(20)

export const totpStep = (now: Date): number => Math.floor(now.getTime() / 1000 / seconds)

export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step whose code this is, the newest if there are two; every one is compared, in the same time. */
export function totpStepOf(secret: Buffer, code: string, now: Date): number | undefined {
  const typed = Buffer.from(code)
  const steps = drift.map((each) => totpStep(now) + each)
  return steps.filter((step) => isSame(Buffer.from(totpCode(secret, step)), typed)).at(-1)
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** As people type it into an app. */
export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((part) => letters[Number.parseInt(part.padEnd(5, '0'), 2)]).join('')
}

/** What the picture says that an app takes in. */
export function totpAddress(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = [issuer, account].map(encodeURIComponent).join(':')
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${seconds}`
}
