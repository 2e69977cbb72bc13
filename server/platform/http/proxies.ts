/** The addresses whose word about a caller is believed, as TRUSTED_PROXIES names them. */
import { BlockList, isIP, isIPv6 } from 'node:net'

type Range = { address: string; bits: number; family: 'ipv4' | 'ipv6' }

/** No network of one's own is larger: whoever trusts more addresses trusts everybody. */
const fewestBits = { ipv4: 8, ipv6: 7 }

const names: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Undefined for what is neither an address nor a network such as 10.0.0.0/8. */
function rangeOf(word: string): Range | undefined {
  const [address = '', bits, ...more] = word.split('/')
  if (!isIP(address) || more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return undefined
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  const all = family === 'ipv6' ? 128 : 32
  const range = { address, family, bits: bits === undefined ? all : Number(bits) } as const
  return range.bits <= all ? range : undefined
}

export function isProxy(word: string): boolean {
  return word in names || rangeOf(word) !== undefined
}

export function isEverybody(word: string): boolean {
  const range = rangeOf(word)
  if (!range) return false
  // ::ffff:0:0/96 is every address of the fourth version.
  const mapped = /^::ffff:/i.test(range.address) && range.bits >= 96
  return mapped ? range.bits - 96 < fewestBits.ipv4 : range.bits < fewestBits[range.family]
}

export function proxyCheck(words: string[]): (address: string) => boolean {
  const proxies = new BlockList()
  const ranges = words.flatMap((word) => names[word] ?? word).flatMap((word) => rangeOf(word) ?? [])
  for (const { address, bits, family } of ranges) proxies.addSubnet(address, bits, family)
  return (address) => isIP(address) > 0 && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
