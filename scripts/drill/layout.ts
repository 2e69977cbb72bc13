/** Where the drill plays: folders, files and addresses of three machines that are one. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Account } from '#server/platform/postgres/home.ts'
import {
  entranceAddress,
  etcdOf,
  haproxyOf,
  type Member,
  memberCalled,
  patroniOf,
  type Place,
  ports,
  read,
  withAddresses,
} from './configuration.ts'
import type { Programs } from './programs.ts'

/** Folders, certificate and files, as an administrator would put them on each machine. */
export function layOut(programs: Programs, { home, account }: { home: string; account: Account }): Place {
  const members = ([1, 2, 3] as const).map((at) => memberCalled(at, home))
  const password = randomBytes(12).toString('hex')
  const entrance = entranceAddress
  const [certificate, key] = [join(home, 'database.pem'), join(home, 'database.key')]
  const place: Place = { members, entrance, bin: programs.postgres, certificate, key, password }
  execFileSync('sh', ['-c', withAddresses(read('certificate.sh'), place)], { cwd: home, stdio: 'ignore' })
  const owned = [home, certificate, key]
  for (const member of members) {
    const files = { 'etcd.yml': etcdOf(member, place), 'patroni.yml': patroniOf(member, place) }
    const folders = [member.folder, join(member.folder, 'etcd-home')]
    for (const folder of folders) mkdirSync(folder)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(member.folder, name), text, { mode: 0o600 })
    owned.push(...folders, ...Object.keys(files).map((name) => join(member.folder, name)))
  }
  writeFileSync(join(home, 'haproxy.cfg'), haproxyOf(place))
  if (account) for (const file of owned) chownSync(file, account.uid, account.gid)
  chmodSync(home, 0o755)
  return place
}

/** Somebody's own cluster would not be hurt, for the addresses are others; but a program that listens at all addresses is in the way. */
export async function portsAreFree(members: Member[]): Promise<void> {
  const wanted = members.flatMap(({ address }) =>
    [ports.postgres, ports.patroni, ...ports.etcd].map((port) => ({ address, port })),
  )
  for (const { address, port } of [...wanted, { address: entranceAddress, port: ports.entrance }]) {
    const free = await new Promise<boolean>((told) => {
      const probe = createServer()
      probe.once('error', () => told(false))
      probe.listen(port, address, () => probe.close(() => told(true)))
    })
    if (!free) throw new Error(`The drill needs port ${port} of ${address}, and something listens there.`)
  }
}
