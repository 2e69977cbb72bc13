/** How often somebody may try to get in, and what a try costs: calls, captchas and letters. */
import type { CaptchaPurpose } from '#contract/accounts/accounts.ts'
import type { Row } from '#server/database/tables.ts'
import { limits } from '#server/kernel/limits.ts'
import type { World } from '#server/kernel/world.ts'
import { tellingOfOutages } from '#server/platform/database/outage.ts'
import { explain } from '#server/platform/http/explain.ts'
import { networksOf, type Origin } from '#server/platform/http/origin.ts'
import type { Captcha } from '#server/platform/security/captcha.ts'
import {
  count,
  countAll,
  forget,
  isOver,
  ofNetworks,
  uncount,
  uncountKeys,
} from '#server/platform/security/rate-limits.ts'
import { hashPin } from '#server/platform/security/tokens.ts'
import { browserIn, hasSignedIn } from './browsers.ts'

export async function countCall(world: World, { address }: Origin): Promise<void> {
  await countAll(world, ofNetworks(limits.callsOfAddress, address))
}

/** By person first: whoever asks too often for one address must not use up the letters of everybody on the same network. */
export async function countPin(world: World, account: Row<'account'>, origin: Origin): Promise<void> {
  const browser = browserIn(world, origin.cookie)
  const isKnown = browser && hasSignedIn(world, browser, account)
  await countPinOf(world, isKnown ? `${account.emailKey} ${browser.id}` : account.emailKey, origin)
}

/** The same for an address that has no account yet. */
export async function countPinOf(world: World, of: string, origin: Origin): Promise<void> {
  await count(world, limits.pinOfEmail, of)
  await count(world, limits.pinOfEmailHourly, of)
  await count(world, limits.pinOfEmailDaily, of)
  await countLetter(world, origin)
}

/** A campus may ask for many letters, as long as people there answer them; a network that nobody answers for gets few. */
export async function countLetter(world: World, origin: Origin): Promise<void> {
  const network = networkKey(world, origin)
  const isSilent = await isOver(world, limits.unansweredOfAddress, network)
  await countAll(world, ofNetworks(isSilent ? limits.mailOfSilentAddress : limits.mailOfAddress, origin.address))
  await count(world, { ...limits.unansweredOfAddress, hits: Infinity }, network)
}

/** Whoever has proved the address in another way may sign in at once, whatever was guessed. */
export async function forgetGuesses(world: World, emailKey: string): Promise<void> {
  for (const limit of [limits.loginOfAccount, limits.consoleOfAccount]) await forget(world, limit, emailKey)
}

/** The PIN of a letter was typed in. */
export async function letterAnswered(world: World, askedFrom: string): Promise<void> {
  await uncount(world, [{ limit: limits.unansweredOfAddress, of: askedFrom }])
}

/** Kept beside a PIN, so not as an address. */
export function networkKey(world: World, { address }: Origin): string {
  const widest = networksOf(address).at(-1)?.key ?? address
  return hashPin(world.pinKey, ['network', widest]).toString('base64url')
}

/** The console asks for a puzzle of ours: its pages let in no script from outside. */
export const captchaFor = ({ captcha, consoleCaptcha }: World, purpose: CaptchaPurpose): Captcha =>
  purpose === 'console' ? consoleCaptcha : captcha

export async function isPerson(world: World, proof: string, purpose: CaptchaPurpose): Promise<boolean> {
  const isSolved = await captchaFor(world, purpose).isSolved(proof, purpose)
  if (isSolved) world.proven?.push({ proof, purpose })
  return isSolved
}

/** When the server itself cannot serve a call, it cost the person nothing: what was counted, and the captcha, are given back. */
export async function freeWhenBusy<T>(world: World, work: (world: World) => Promise<T>): Promise<T> {
  const spent = { counted: [] as string[], proven: [] as NonNullable<World['proven']> }
  try {
    return await work({ ...world, ...spent })
  } catch (error) {
    if (explain(error).status === 503) await giveBack(world, spent)
    throw error
  }
}

type Spent = { counted: string[]; proven: NonNullable<World['proven']> }

async function giveBack(world: World, { counted, proven }: Spent): Promise<void> {
  try {
    await uncountKeys(world, counted)
    for (const { proof, purpose } of proven) await captchaFor(world, purpose).giveBack(proof)
  } catch (error) {
    // The database is why the call failed: it is answered with that, and counts.
    tellingOfOutages(world.log).tell(error, 'what a refused call had counted could not be given back')
  }
}
