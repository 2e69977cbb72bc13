import type { FastifyRequest } from 'fastify'

/** Where a request came from, for counting and for naming a session; it never says who is asking. */
export type Origin = {
  address: string
  deviceId: string
  userAgent: string
  /** What the browser keeps for us, as it was sent. */
  cookie: string
  /** Goes into the line of the log: whoever finds out whose account it is writes it here. */
  noted: Noted
}

/** What a line of the log says beside the route. Never an address, a password or a PIN. */
export type Noted = { event?: string; outcome?: string; account?: number | undefined }

export function originOf(request: FastifyRequest, deviceId: string): Origin {
  const { cookie = '', 'user-agent': userAgent = '' } = request.headers
  request.noted ??= {}
  return {
    address: addressKey(request.ip),
    deviceId,
    userAgent: userAgent.slice(0, 300),
    cookie,
    noted: request.noted,
  }
}

/** Whoever has one IPv6 address has 2^64 of them: all that share the first half count as one. */
export function addressKey(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (v4 ?? !ip.includes(':')) return v4 ?? ip
  const [before = '', after = ''] = ip.split('::')
  const [head, tail] = [before, after].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const middle = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  const groups = [...head, ...middle, ...tail].slice(0, 4)
  return groups.map((group) => (Number.parseInt(group, 16) || 0).toString(16)).join(':')
}

/** A part of the internet that one subscriber may have, and how many times the limit of one address it may use. */
export type Network = { key: string; times: number }

/** A household is given a /56 and an organisation a /48, with up to 65,536 addresses that count apart: they count together too. */
export function networksOf(address: string): Network[] {
  const one = { key: address, times: 1 }
  if (!address.includes(':')) return [one]
  const [first, second, third, fourth = '0'] = address.split(':')
  const organisation = `${first}:${second}:${third}`
  const household = (Number.parseInt(fourth, 16) & 0xff00).toString(16)
  return [one, { key: `${organisation}:${household}/56`, times: 4 }, { key: `${organisation}/48`, times: 16 }]
}
