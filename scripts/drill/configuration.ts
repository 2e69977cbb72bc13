/** The files of ops/postgres as they stand in the docs, for three machines that are one: other addresses, folders and passwords, and nothing else. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../ops/postgres')

export type Member = { name: string; address: string; folder: string }

/** Where the drill plays. */
export type Place = {
  members: Member[]
  /** Of HAProxy. */
  entrance: string
  /** The programs of PostgreSQL. */
  bin: string
  certificate: string
  key: string
  password: string
}

export const ports = { postgres: 5432, patroni: 8008, entrance: 5000, etcd: [2379, 2380] } as const

/** Addresses of this machine only: every one that begins with 127 is. */
const network = '127.19.0.'

export function memberCalled(at: 1 | 2 | 3, home: string): Member {
  return { name: `pg${at}`, address: network + at, folder: join(home, `pg${at}`) }
}

export const entranceAddress = `${network}10`

export function read(name: 'etcd.yml' | 'patroni.yml' | 'haproxy.cfg' | 'database.sql' | 'certificate.sh'): string {
  return readFileSync(join(folder, name), 'utf8')
}

/** As the first lines of both files say: the name, and the addresses at which this machine listens. */
function onMachine(text: string, { name }: Member): string {
  const number = name.slice(2)
  return text
    .replace('name: pg1', `name: ${name}`)
    .split('\n')
    .map((line) => (isOwnAddress(line) ? line.replace('10.0.0.1', `10.0.0.${number}`) : line))
    .join('\n')
}

function isOwnAddress(line: string): boolean {
  const key = /^ *([\w-]+): /.exec(line)?.[1] ?? ''
  return /listen|advertise|connect_address/.test(key)
}

export function withAddresses(text: string, { entrance, password }: Pick<Place, 'entrance' | 'password'>): string {
  return text
    .replaceAll('127.0.0.1:5000', `${entrance}:${ports.entrance}`)
    .replaceAll('IP:127.0.0.1', `IP:${entrance}`)
    .replaceAll('10.0.0.0/24', '127.0.0.0/8')
    .replaceAll('10.0.0.', network)
    .replaceAll('change-me', password)
}

export function etcdOf(member: Member, place: Place): string {
  return withAddresses(onMachine(read('etcd.yml'), member), place).replace(
    '/var/lib/etcd/colloquium',
    join(member.folder, 'etcd'),
  )
}

export function patroniOf(member: Member, place: Place): string {
  return (
    withAddresses(onMachine(read('patroni.yml'), member), place)
      .replace('/var/lib/postgresql/15/colloquium', join(member.folder, 'cluster'))
      .replace('/usr/lib/postgresql/15/bin', place.bin)
      .replace('/var/lib/postgresql/colloquium.pgpass', join(member.folder, 'pgpass'))
      .replace('/var/run/postgresql', member.folder)
      .replace('/etc/postgresql/colloquium/database.pem', place.certificate)
      .replace('/etc/postgresql/colloquium/database.key', place.key)
      // The watchdog restarts a machine whose Patroni is gone: here that would be this one.
      .replace('mode: automatic', "mode: 'off'")
  )
}

export function haproxyOf(place: Place): string {
  return withAddresses(read('haproxy.cfg'), place)
}
