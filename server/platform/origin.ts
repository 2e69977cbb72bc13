import type { FastifyRequest } from 'fastify'

/** Where a request came from, for counting and for naming a session; it never says who is asking. */
export type Origin = { address: string; deviceId: string; userAgent: string }

export function originOf(request: FastifyRequest, deviceId: string): Origin {
  return { address: addressKey(request.ip), deviceId, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) }
}

/** Whoever has one IPv6 address has 2^64 of them: all that share the first half count as one. */
export function addressKey(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/.exec(ip)?.[1]
  if (v4 ?? !ip.includes(':')) return v4 ?? ip
  const [before = '', after = ''] = ip.split('::')
  const [head, tail] = [before, after].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const middle = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return [...head, ...middle, ...tail].slice(0, 4).join(':')
}
