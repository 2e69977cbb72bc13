/** Three machines on this one: etcd, Patroni and PostgreSQL each, and HAProxy before them, as ops/postgres has them. */
import { join } from 'node:path'
import type { Account } from '#server/platform/postgres/home.ts'
import { kill } from '#server/testing/power-cut.ts'
import { ask, until } from '#server/testing/process.ts'
import { type Member, type Place, ports, read, withAddresses } from './configuration.ts'
import { layOut, portsAreFree } from './layout.ts'
import { askPatroni } from './patroni.ts'
import { begin, endAllIn, postgresIn, sendersIn, workingIn } from './processes.ts'
import type { Programs } from './programs.ts'

export type Cluster = {
  /** Of the portal, through HAProxy. */
  url: string
  primary: () => Promise<Member>
  standbys: () => Promise<Member[]>
  whole: () => Promise<void>
  killPostgres: (member: Member) => void
  /** Patroni and PostgreSQL, and, with the whole machine, etcd. */
  killMember: (member: Member, options: { alsoEtcd: boolean }) => Promise<void>
  startMember: (member: Member) => void
  holdSenders: (member: Member) => void
  switchOver: (from: Member) => Promise<void>
  /** Whether a change is called done only when a standby has it. */
  waitForStandby: (isWaitedFor: boolean) => Promise<void>
  /** A question to one PostgreSQL itself, as its superuser. */
  askMember: <Row extends object>(member: Member, question: string) => Promise<Row[]>
}

export async function startCluster(
  programs: Programs,
  { home, account }: { home: string; account: Account },
): Promise<Cluster> {
  const place = layOut(programs, { home, account })
  const { members } = place
  await portsAreFree(members)
  for (const member of members) startEtcd(programs, member, account)
  for (const member of members) startPatroni(programs, member, account)
  begin({ program: programs.haproxy, words: ['-db', '-f', join(home, 'haproxy.cfg')], folder: home, account })

  const patroni = askPatroni(place)
  let isWaitedFor = true
  const askMember: Cluster['askMember'] = ({ address }, question) =>
    ask(urlOf('postgres', place, `${address}:${ports.postgres}/postgres`), question)
  const cluster: Cluster = {
    url: urlOf('colloquium', place, `${place.entrance}:${ports.entrance}/colloquium`),
    primary: patroni.primary,
    standbys: async () => {
      const { name } = await patroni.primary()
      return members.filter((member) => member.name !== name)
    },
    whole: () => patroni.whole(isWaitedFor),
    killPostgres: ({ folder }) => {
      for (const pid of postgresIn(join(folder, 'cluster'))) kill(pid)
    },
    killMember: ({ folder }, { alsoEtcd }) => endAllIn(folder, alsoEtcd ? {} : { except: etcdHome(folder) }),
    startMember: (member) => {
      if (workingIn(etcdHome(member.folder)).length === 0) startEtcd(programs, member, account)
      startPatroni(programs, member, account)
    },
    holdSenders: ({ folder }) => {
      for (const pid of sendersIn(join(folder, 'cluster'))) kill(pid, 'SIGSTOP')
    },
    switchOver: ({ name }) => patroni.tell('/switchover', 'POST', { leader: name }),
    waitForStandby: async (wanted) => {
      isWaitedFor = wanted
      await patroni.tell('/config', 'PATCH', { synchronous_mode: wanted, synchronous_mode_strict: wanted })
      const question = "select current_setting('synchronous_standby_names') <> '' as waits"
      const waits = async () => (await askMember<{ waits: boolean }>(await patroni.primary(), question))[0]?.waits
      await until(async () => (await waits()) === wanted, { every: 300 })
    },
    askMember,
  }
  await cluster.whole()
  const statements = withAddresses(read('database.sql'), place)
    .replaceAll(/^--.*$/gm, '')
    .split(';')
  for (const each of statements.filter((statement) => statement.trim())) await askMember(await cluster.primary(), each)
  return cluster
}

function urlOf(user: string, { password, certificate }: Place, where: string): string {
  const trust = `sslmode=verify-full&sslrootcert=${encodeURIComponent(certificate)}`
  return `postgres://${user}:${password}-${user}@${where}?${trust}`
}

/** Where etcd works, so that it can be spared when only PostgreSQL and Patroni die. */
const etcdHome = (folder: string) => join(folder, 'etcd-home')

function startEtcd({ etcd }: Programs, { folder }: Member, account: Account): void {
  begin({ program: etcd, words: ['--config-file', join(folder, 'etcd.yml')], folder: etcdHome(folder), account })
}

function startPatroni({ patroni }: Programs, { folder }: Member, account: Account): void {
  begin({ program: patroni, words: [join(folder, 'patroni.yml')], folder, account })
}
