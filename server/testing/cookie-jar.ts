/** Keeps cookies as a browser does: each is sent only to the addresses under its path. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

type Kept = { value: string; path: string }

export function cookieJar() {
  const kept = new Map<string, Kept>()
  return {
    cookiesFor: (path: string): string =>
      [...kept]
        .filter(([, cookie]) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')))
        .map(([name, { value }]) => `${name}=${value}`)
        .join('; '),
    keep: ({ cookies }: Pick<LightMyRequestResponse, 'cookies'>): void => {
      for (const { name, value, path = '/', maxAge } of cookies)
        if (maxAge === 0) kept.delete(name)
        else kept.set(name, { value, path })
    },
  }
}

export type Jar = ReturnType<typeof cookieJar>

type Wish = { payload?: object; jar?: Jar; address?: string; headers?: Record<string, string> }

/** Posts as a page of ours does, with what the jar has for that path. */
export async function postWith(app: FastifyInstance, url: string, { payload = {}, jar, address, headers }: Wish) {
  const cookie = jar?.cookiesFor(url)
  const reply = await app.inject({
    method: 'POST',
    url,
    headers: { host: 'localhost', 'sec-fetch-site': 'same-origin', ...headers, ...(cookie && { cookie }) },
    payload,
    ...(address && { remoteAddress: address }),
  })
  jar?.keep(reply)
  return reply
}
