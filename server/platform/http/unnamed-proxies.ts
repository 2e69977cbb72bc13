/** Proxies that TRUSTED_PROXIES does not name: everybody behind one has its address, and shares one limit. No setting shows that, only a request. */
import type { IncomingMessage } from 'node:http'
import type { Config } from '#server/platform/process/config.ts'
import type { Logger } from '#server/platform/process/log.ts'
import { proxyCheck } from './proxies.ts'

/** From elsewhere anybody may send the header, and fill the log. */
const isNearby = proxyCheck(['loopback', 'linklocal', 'uniquelocal'])
const most = 20

/** Each is told once. */
export function tellingOfUnnamedProxies({ TRUSTED_PROXIES }: Config, log: Pick<Logger, 'warn'>) {
  const isProxy = proxyCheck(TRUSTED_PROXIES)
  const told = new Set<string>()
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): void => {
    if (headers['x-forwarded-for'] === undefined) return
    const { remoteAddress = '' } = socket
    if (told.has(remoteAddress) || isProxy(remoteAddress) || !isNearby(remoteAddress) || told.size >= most) return
    told.add(remoteAddress)
    log.warn(
      { address: remoteAddress },
      `a request was forwarded by ${remoteAddress}, which TRUSTED_PROXIES does not name: if it is your proxy, add it, or all callers share its limits`,
    )
  }
}
