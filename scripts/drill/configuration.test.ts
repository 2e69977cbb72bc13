/** The configuration of the docs is the one that is drilled. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { entranceAddress, etcdOf, haproxyOf, memberCalled, patroniOf, read, withAddresses } from './configuration.ts'
import { findPrograms, type Machine, sentenceOf } from './programs.ts'

const members = ([1, 2, 3] as const).map((at) => memberCalled(at, '/drill'))
const place = {
  members,
  entrance: entranceAddress,
  bin: '/usr/lib/postgresql/17/bin',
  certificate: '/drill/database.pem',
  key: '/drill/database.key',
  password: 'secret',
}

test('each machine has its own name and address, knows the others, and reaches nobody outside of this machine', () => {
  for (const [at, member] of members.entries()) {
    const [etcd, patroni] = [etcdOf(member, place), patroniOf(member, place)]
    const own = `127.19.0.${at + 1}`
    expect(etcd).toContain(`\nname: pg${at + 1}\n`)
    expect(etcd).toContain(`\nlisten-client-urls: http://${own}:2379\n`)
    expect(etcd).toContain(`\ninitial-advertise-peer-urls: http://${own}:2380\n`)
    expect(etcd).toContain(
      'initial-cluster: pg1=http://127.19.0.1:2380,pg2=http://127.19.0.2:2380,pg3=http://127.19.0.3:2380\n',
    )
    expect(patroni).toContain(`\nname: pg${at + 1}\n`)
    expect(patroni.match(new RegExp(`(listen|connect_address): ${own}:(5432|8008)\n`, 'g'))).toHaveLength(4)
    expect(patroni).toContain('hosts: 127.19.0.1:2379,127.19.0.2:2379,127.19.0.3:2379\n')
    expect(patroni).toContain(`data_dir: /drill/pg${at + 1}/cluster\n`)
  }
})

test('nothing of the real machines is left, and no watchdog restarts this one', () => {
  const all = [...members.flatMap((member) => [etcdOf(member, place), patroniOf(member, place)]), haproxyOf(place)]
  const lines = all
    .join('\n')
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
  expect(lines.filter((line) => /10\.0\.0\.|change-me|\/etc\/|\/var\/|postgresql\/15/.test(line))).toEqual([])
  expect(patroniOf(members[0] as never, place)).toContain("mode: 'off'")
  expect(withAddresses(read('database.sql'), place)).toContain("password 'secret-colloquium'")
})

test('a standby is always waited for, as the docs promise, and the docs show these files', () => {
  const text = read('patroni.yml')
  for (const line of ['synchronous_mode: true', 'synchronous_mode_strict: true', 'ttl: 20', 'loop_wait: 5'])
    expect(text).toContain(`    ${line}\n`)
  const docs = readFileSync('docs/running-it.md', 'utf8')
  for (const name of ['etcd.yml', 'patroni.yml', 'haproxy.cfg', 'certificate.sh', 'database.sql'])
    expect(docs).toContain(`(../ops/postgres/${name})`)
})

test('what is not installed is named with the package that has it', () => {
  const machine = (files: string[]): Machine => ({
    exists: (file) => files.includes(file),
    folders: () => ['9.6', '15', '17'],
  })
  const bin = (version: string) =>
    ['postgres', 'initdb', 'pg_rewind'].map((name) => `/usr/lib/postgresql/${version}/bin/${name}`)
  const some = ['/usr/bin/etcd', '/usr/sbin/haproxy', '/usr/bin/openssl']

  const missing = findPrograms(machine(some))
  expect(missing).toEqual([
    { program: 'patroni', package: 'patroni' },
    { program: 'PostgreSQL', package: 'postgresql' },
  ])
  expect(sentenceOf(missing as never)).toContain(
    'not installed here: patroni, PostgreSQL. On Debian: apt-get install patroni postgresql.',
  )
  expect(findPrograms(machine([...some, '/usr/bin/patroni', ...bin('15'), ...bin('17')]))).toEqual({
    etcd: '/usr/bin/etcd',
    patroni: '/usr/bin/patroni',
    haproxy: '/usr/sbin/haproxy',
    openssl: '/usr/bin/openssl',
    postgres: '/usr/lib/postgresql/17/bin',
  })
})
