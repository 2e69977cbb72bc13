/** What the drill needs and does not bring: programs that Debian has packages for. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Of Debian; elsewhere they may be called otherwise. */
const packages = { etcd: 'etcd-server', patroni: 'patroni', haproxy: 'haproxy', openssl: 'openssl' } as const
const server = { program: 'PostgreSQL', package: 'postgresql' }

export type Programs = Record<keyof typeof packages, string> & { postgres: string }
export type Missing = { program: string; package: string }[]

export type Machine = { exists: (file: string) => boolean; folders: (folder: string) => string[] }

const thisMachine: Machine = {
  exists: existsSync,
  folders: (folder) => (existsSync(folder) ? readdirSync(folder) : []),
}

export function findPrograms({ exists, folders }: Machine = thisMachine): Programs | Missing {
  const places = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin']
  const whereIs = (name: string) => places.map((place) => join(place, name)).find((file) => exists(file))
  const versions = folders('/usr/lib/postgresql').toSorted((a, b) => Number(b) - Number(a))
  const postgres = versions
    .map((version) => join('/usr/lib/postgresql', version, 'bin'))
    .find((bin) => ['postgres', 'initdb', 'pg_rewind'].every((name) => exists(join(bin, name))))
  const found = Object.keys(packages).map((name) => [name, whereIs(name)] as const)
  const missing = found.flatMap(([name, file]) =>
    file ? [] : [{ program: name, package: packages[name as keyof typeof packages] }],
  )
  if (!postgres) missing.push(server as never)
  if (missing.length > 0) return missing
  return { ...(Object.fromEntries(found) as Record<keyof typeof packages, string>), postgres: postgres as string }
}

export function sentenceOf(missing: Missing): string {
  const names = missing.map(({ program }) => program).join(', ')
  return `The drill needs what is not installed here: ${names}. On Debian: apt-get install ${missing.map((each) => each.package).join(' ')}. Stop and disable what Debian then starts by itself; the drill starts its own.`
}
