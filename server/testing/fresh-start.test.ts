/**
 * The first minutes of somebody who has just cloned the project.
 * What this does not show: the install. `node_modules` is that of this clone, file by file under a second name (and owned by whoever
 * installed it), because `npm ci` takes minutes and the network.
 */
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from './ports.ts'
import { kill, postmasterOf } from './power-cut.ts'
import { aFolder, copySources, linkModules, opened, start, statusOf, tell } from './process.ts'

type Newcomer = { name: string; account: { uid: number; gid: number } | undefined; homeMode: number }

const asRoot: Newcomer = { name: 'root, in a home that only root can enter', account: undefined, homeMode: 0o700 }
const asNobody: Newcomer = { name: 'an ordinary user', account: nobody(), homeMode: 0o755 }
const asMyself: Newcomer = { name: 'an ordinary user', account: undefined, homeMode: 0o755 }
const shared = '/var/lib/colloquium'

// Root's own home is for the long run: a clone and a first start take a minute of both cores.
test.each(process.getuid?.() === 0 ? [asNobody, ...(process.env.TEST_LONG ? [asRoot] : [])] : [asMyself])(
  '$name clones it, starts it, and reads the first page; the second start is quick',
  async ({ name, account, homeMode }) => {
    const before = new Set(existsSync(shared) ? readdirSync(shared) : [])
    const home = aFolder()
    const clone = join(home, 'colloquium')
    mkdirSync(clone)
    copySources(clone)
    if (account) giveTo(account, home)
    chmodSync(home, homeMode)
    linkModules(clone)
    if (account) chownSync(join(clone, 'node_modules'), account.uid, account.gid)
    const dataFolder = join(clone, 'data')
    const how = { program: 'scripts/start.ts' as const, dataFolder, clone, account, env: { HOME: home } }
    onTestFinished(() => removeWhatIsElsewhere(dataFolder, before))

    const first = start({ ...how, port: await freePort() })
    const firstTook = await opened(first)
    expect(await statusOf(`${first.address}/readyz`)).toBe(200)
    kill(first.pid, 'SIGTERM')
    expect([await first.ended, first.output()]).toEqual([0, expect.anything()])
    expect(postmasterOf(dataFolder)).toBeUndefined()

    const second = start({ ...how, port: await freePort() })
    const secondTook = await opened(second)
    kill(second.pid, 'SIGTERM')
    expect(await second.ended).toBe(0)
    // Nothing is built or made a second time. How long a start takes is measured by the bench.
    expect(secondTook).toBeLessThan(firstTook)
    tell(`${name}: first page after ${seconds(firstTook)}, after the second start ${seconds(secondTook)}`)
  },
)

function nobody(): { uid: number; gid: number } | undefined {
  const line = existsSync('/etc/passwd') && /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : undefined
}

function giveTo({ uid, gid }: { uid: number; gid: number }, folder: string): void {
  chownSync(folder, uid, gid)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, name), uid, gid)
}

/** What root keeps outside of a home that the database's account cannot enter. Whatever was there before stays. */
function removeWhatIsElsewhere(dataFolder: string, before: Set<string>): void {
  const link = join(dataFolder, 'postgres/elsewhere')
  if (existsSync(link)) rmSync(realpathSync(link), { recursive: true, maxRetries: 20 })
  const copies = existsSync(shared) ? readdirSync(shared).filter((name) => name.startsWith('postgresql-')) : []
  for (const name of copies) if (!before.has(name)) rmSync(join(shared, name), { recursive: true })
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
