/** Which names we answer to, and what the name in a request says about whoever sent it. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/process/config.ts'
import { hashToken, isSame } from '#server/platform/security/tokens.ts'

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']
const loopbackAddresses = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
/** What proxies add. Whoever sends one of these does not sit at the machine itself. */
const addedOnTheWay = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

export function hostCheck({ PUBLIC_URL, production, HOST }: Config): (host: string | undefined) => boolean {
  const names = new Set([new URL(PUBLIC_URL).hostname])
  if (!production || ['127.0.0.1', '::1', 'localhost'].includes(HOST)) for (const name of loopbackNames) names.add(name)
  let lastGood: string | undefined
  return (host) => {
    if (host !== undefined && host === lastGood) return true
    const good = host !== undefined && names.has(nameIn(host))
    if (good) lastGood = host
    return good
  }
}

/**
 * The system administrator: somebody at the machine itself, or with the token. A proxy on the same machine asks from the loopback address
 * too, not every one says for whom, and a visitor may send it any `Host`. So once there are proxies only the token counts.
 */
export function operatorCheck({ METRICS_TOKEN, TRUSTED_PROXIES }: Config): (request: FastifyRequest) => boolean {
  const expected = METRICS_TOKEN && hashToken(`Bearer ${METRICS_TOKEN}`)
  return ({ headers, raw }) => {
    if (expected && isSame(hashToken(headers.authorization ?? ''), expected)) return true
    if (TRUSTED_PROXIES.length > 0 || !loopbackAddresses.includes(raw.socket.remoteAddress ?? '')) return false
    return isLoopback(headers.host) && !addedOnTheWay.some((name) => headers[name] !== undefined)
  }
}

/**
 * A page of another site may make a browser post to us; only our own pages, and programs, have a reason to. An older browser, or one without TLS,
 * says only which site the page is of. A program says neither.
 */
export function foreignPageCheck({ PUBLIC_URL }: Config): (headers: IncomingHttpHeaders) => boolean {
  const ours = new URL(PUBLIC_URL).origin
  return ({ 'sec-fetch-site': site, origin, host }) => {
    if (site !== undefined) return site === 'cross-site'
    if (origin === undefined || origin === ours) return false
    // On the machine itself the portal has several names.
    return !(isLoopback(host) && origin === `http://${host}`)
  }
}

function isLoopback(host: string | undefined): boolean {
  return host !== undefined && loopbackNames.includes(nameIn(host))
}

function nameIn(host: string): string {
  return host.toLowerCase().replace(/:\d{1,5}$/, '')
}
