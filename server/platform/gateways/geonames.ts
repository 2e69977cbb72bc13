/** GeoNames, for who has an account there. A "no" of any kind is `undefined`: the bundled places are always there. */
import { hour } from '#contract/durations.ts'
import type { Logger } from '#server/platform/process/log.ts'

/** Asks one of its services and gives the JSON it answers with. */
export type Geonames = (service: string, question: Record<string, string>) => Promise<unknown>

type GeonamesOptions = {
  username: string | undefined
  log: Pick<Logger, 'warn'>
  /** Somewhere else than GeoNames. */
  address?: string
  timeout?: number
}

/** After a failure nobody waits for it again for so long. */
const pauseAfterFailure = 60_000
/** An account has a thousand questions an hour; whoever asks more is answered from the bundle. */
const hourly = 900

export function openGeonames(options: GeonamesOptions): Geonames | undefined {
  const { username, log, address = 'https://secure.geonames.org', timeout = 3000 } = options
  if (!username) return undefined
  let silentUntil = 0
  let asked = { since: 0, times: 0 }
  return async (service, question) => {
    const now = Date.now()
    if (now - asked.since > hour) asked = { since: now, times: 0 }
    if (now < silentUntil || asked.times >= hourly) return undefined
    asked.times += 1
    try {
      const query = new URLSearchParams({ ...question, username })
      const reply = await fetch(`${address}/${service}?${query.toString()}`, {
        signal: AbortSignal.timeout(timeout),
        redirect: 'error',
      })
      const answer = (await reply.json()) as { status?: { message?: string } }
      if (!reply.ok || answer.status) throw new Error(answer.status?.message ?? `HTTP ${reply.status}`)
      return answer
    } catch (error) {
      silentUntil = now + pauseAfterFailure
      // Its words may repeat the account; the kind of failure is enough.
      log.warn({ service, why: (error as Error).name }, 'GeoNames does not answer; the bundled places are used')
      return undefined
    }
  }
}
