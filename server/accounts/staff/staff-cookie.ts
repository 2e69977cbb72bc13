/** The cookie that holds a session of staff: no script reads it, and no page of another site sends it. */
import { stringifySetCookie } from 'cookie'
import type { FastifyInstance } from 'fastify'

/** Ends with the browser; the server ends it sooner. An empty one is taken away. */
export function staffCookie({ staffCookie: name }: FastifyInstance, value: string): string {
  const secure = name.startsWith('__Host-')
  return stringifySetCookie({
    name,
    value,
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    ...(!value && { maxAge: 0 }),
  })
}
