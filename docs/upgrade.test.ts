/** "Upgrade" of docs/running-it.md, followed line by line while people use the portal. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { aCrowd, type Crowd } from '#server/testing/crowd.ts'
import { aMachine, type Machine } from '#server/testing/machine.ts'
import { hasProgram } from '#server/testing/needs.ts'
import { askNginx, hasNginx, siteName } from '#server/testing/nginx.ts'
import { freePort } from '#server/testing/ports.ts'
import { kill } from '#server/testing/power-cut.ts'
import { aUsedFolder, copySources, opened, root, start, statusOf, tell, until } from '#server/testing/process.ts'

const section = /\n## Upgrade\n[\s\S]*?\n## /.exec(readFileSync('docs/running-it.md', 'utf8'))?.[0] ?? ''
const blocks = Array.from(section.matchAll(/^ *```sh\n([\s\S]*?)```/gm), ([, lines = '']) => lines)
const [unitOnce = '', folderOnce = '', build = '', change = '', drain = ''] = blocks
const [, beforeStep3 = ''] = /before step 3, as `colloquium`, `([^`]+)`/.exec(section) ?? []
const names = /^ *old=.*$/m.exec(change)?.[0] ?? ''
const exchanged = names.replace(
  'old=colloquium old_port=3000 new=colloquium-2 new_port=3010',
  'old=colloquium-2 old_port=3010 new=colloquium new_port=3000',
)
const back = change.replace(names, exchanged)

/** What people ran before there were additive migrations. */
const version01 = 'a6928df'
const hasVersion01 = hasProgram('git', 'cat-file', '-e', `${version01}^{commit}`)
/** Two servers, nginx and a crowd take a minute each time. */
const isLong = Boolean(process.env.TEST_LONG)
const can =
  hasNginx && ['curl', 'pgrep', 'ps'].every((name) => hasProgram(name, '--version')) && existsSync('/proc/self/environ')

test('the lines to follow are found', () => {
  expect(blocks).toHaveLength(5)
  expect(exchanged).not.toBe(names)
  expect(beforeStep3).toContain('/assets')
})

test.runIf(can && isLong)(
  'people notice nothing of an upgrade: what cannot start is not switched to, what can is, and the way back is open (needs npm run test:long, nginx, openssl, curl and procps)',
  async () => {
    const { machine, first, second } = await aServingMachine()
    writeFileSync(join(first, 'dist/web/assets/OnlyBefore-a1b2c3d4.js'), 'export {}\n')
    const crowd = await opensFor(machine)
    await prepareSecond(machine)
    const isReady = (name: string) => machine.follow(`cd /srv/${name} && node_modules/.bin/node scripts/is-ready.ts`)
    expect((await isReady('colloquium')).code).toBe(0)
    expect(await isReady('colloquium-2')).toMatchObject({
      code: 1,
      said: expect.stringContaining('ECONNREFUSED') as string,
    })

    await cannotStart(machine)
    writeFileSync(
      join(second, 'server/database/migrations/9998-more.sql'),
      '-- additive\ncreate table more (id int);\n',
    )
    await followed(machine, `${change}\n${drain}`)
    expect(await partsMissing(machine, first)).toEqual([])
    await followed(machine, back)
    expect(machine.journalOf('colloquium')).toContain('the database is newer than this version: 9998-more.sql added')
    await noticedNothing(crowd, 'to itself and back')
  },
)

test.runIf(can && isLong && hasVersion01)(
  'people notice nothing of an upgrade from version 0.1, and its pages load their parts (needs npm run test:long, nginx, openssl, curl, procps and git history)',
  async () => {
    const { machine, first, second } = await aMachineOfVersion01()
    const crowd = await opensFor(machine)
    await followed(machine, unitOnce)
    await followed(machine, folderOnce)
    linkModules(second)
    await followed(machine, build)
    await followed(machine, beforeStep3)

    await cannotStart(machine)
    await followed(machine, `${change}\n${drain}`)
    expect(await partsMissing(machine, first)).toEqual([])
    await noticedNothing(crowd, 'from version 0.1')
    expect((await machine.follow(soon(back))).code).not.toBe(0)
    const journal = () => machine.journalOf('colloquium')
    await until(() => journal().includes('The database is newer than this version'), { otherwise: journal })
  },
)

test.runIf(can && isLong)(
  'control: where systemd ends the database with the unit that started it, people are refused (needs npm run test:long, nginx, openssl, curl and procps)',
  async () => {
    const { machine } = await aServingMachine((unit) => unit.replace('KillMode=process', 'KillMode=mixed'))
    const crowd = await opensFor(machine)
    await prepareSecond(machine)
    await followed(machine, `${change}\n${drain}`)
    await until(async () => (await statusOf(`http://127.0.0.1:${machine.ports.second}/readyz`)) === 200)
    const { refused } = await crowd.end()
    tell(`database ended with its unit: ${refused.length} refused`)
    expect(refused.length).toBeGreaterThan(0)
  },
)

/** This version in /srv/colloquium, with data of a portal that was used, and in the second folder as if it had been cloned and built. */
async function aServingMachine(changeUnit?: (unit: string) => string) {
  const machine = await aMachine(changeUnit)
  const { first, second } = foldersOf(machine)
  install(first)
  install(second)
  execFileSync('cp', ['-a', await aUsedFolder(), join(first, 'data')])
  return { machine, first, second }
}

/** Version 0.1 there, cloned from where this version appears afterwards. */
async function aMachineOfVersion01() {
  const machine = await aMachine()
  const { first, second } = foldersOf(machine)
  const origin = join(machine.folder, 'origin')
  mkdirSync(origin)
  execFileSync('sh', ['-c', `git archive ${version01} | tar -x -C "${origin}"`])
  commit(origin, 'version 0.1')
  execFileSync('git', ['clone', '-q', origin, first])
  linkModules(first)
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: first, stdio: 'ignore' })
  const inOrigin = globSync('*', { cwd: origin }).map((name) => join(origin, name))
  for (const name of inOrigin) rmSync(name, { recursive: true })
  copySources(origin)
  commit(origin, 'the next version')
  // In production there would be no event.
  const once = start({
    program: 'server/main.ts',
    clone: first,
    dataFolder: join(first, 'data'),
    port: await freePort(),
  })
  await opened(once)
  kill(once.pid, 'SIGTERM')
  expect(await once.ended).toBe(0)
  return { machine, first, second }
}

function commit(folder: string, message: string): void {
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x', ...words], { cwd: folder })
  if (!existsSync(join(folder, '.git'))) git('init', '-q')
  git('add', '-A')
  git('commit', '-q', '-m', message)
}

const foldersOf = ({ folder }: Machine) => ({
  first: join(folder, 'srv/colloquium'),
  second: join(folder, 'srv/colloquium-2'),
})

function install(folder: string): void {
  mkdirSync(folder, { recursive: true })
  copySources(folder)
  linkModules(folder)
  execFileSync('cp', ['-a', join(root, 'dist'), folder])
}

/** As if they had just been installed: the lock file is older than they are. */
function linkModules(folder: string): void {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  utimesSync(join(folder, 'package-lock.json'), 0, 0)
}

async function prepareSecond(machine: Machine): Promise<void> {
  await followed(machine, unitOnce)
  await followed(machine, folderOnce.replace(/^git clone .*$/m, ''))
}

async function opensFor(machine: Machine): Promise<Crowd> {
  const { first } = foldersOf(machine)
  const settings = [
    'NODE_ENV=production',
    `PUBLIC_URL=https://${siteName}`,
    'ALLOW_UNSAFE=sandbox-payments,no-mail,no-captcha',
    'CAPTCHA_PROVIDER=none',
    'TRUSTED_PROXIES=127.0.0.1',
    'LOG_LEVEL=warn',
    `PORT=${machine.ports.first}`,
  ]
  writeFileSync(join(first, '.env'), `${settings.join('\n')}\n`)
  await followed(machine, 'systemctl start colloquium')
  const ready = `http://127.0.0.1:${machine.ports.first}/readyz`
  await until(async () => (await statusOf(ready)) === 200, { otherwise: () => machine.journalOf('colloquium') })
  const url = `postgres://colloquium@localhost/postgres?host=${encodeURIComponent(join(first, 'data/postgres/socket'))}`
  return aCrowd({ port: machine.nginx.tls, url, perSecond: 50 })
}

async function followed(machine: Machine, lines: string): Promise<void> {
  const { code, said } = await machine.follow(lines)
  if (code !== 0) throw new Error(`${lines}\nended with ${code}:\n${said}`)
}

/** Two minutes are long for whoever waits for a test. */
const soon = (lines: string) => lines.replace('--retry 120', '--retry 4')

async function cannotStart(machine: Machine): Promise<void> {
  const bad = join(foldersOf(machine).second, 'server/database/migrations/9999-broken.sql')
  writeFileSync(bad, '-- additive\ncreate table nowhere.to_be_found (id int);\n')
  const before = readFileSync(machine.nginx.site, 'utf8')
  expect((await machine.follow(soon(change))).code).not.toBe(0)
  expect(readFileSync(machine.nginx.site, 'utf8')).toBe(before)
  const why = '9999-broken.sql failed in line 2, and left nothing behind'
  const journal = () => machine.journalOf('colloquium-2')
  await until(() => journal().includes(why), { otherwise: journal })
  await followed(machine, 'systemctl stop colloquium-2')
  rmSync(bad)
}

/** Every part that a page of this build may ask for, asked for by its old address. */
async function partsMissing(machine: Machine, folder: string): Promise<string[]> {
  const web = join(folder, 'dist/web')
  const parts = globSync('assets/**/*.{js,css}', { cwd: web })
  expect(parts.length).toBeGreaterThan(30)
  const found = await Promise.all(
    parts.map(async (part) => {
      const { status, body } = await askNginx(machine.nginx.tls, { path: `/${part}` })
      return status === 200 && body === readFileSync(join(web, part), 'utf8')
    }),
  )
  return parts.filter((_, at) => !found[at]).map((part) => relative(web, join(web, part)))
}

async function noticedNothing(crowd: Crowd, what: string): Promise<void> {
  const { visits, refused, longest, promised, kept, broken } = await crowd.end()
  tell(
    `upgrade ${what}: ${visits} requests, ${refused.length} failed, the longest took ${longest.toFixed(0)} ms, ${promised} orders`,
  )
  expect({ refused, broken, kept }).toEqual({ refused: [], broken: [], kept: promised })
  expect(promised).toBeGreaterThan(0)
  // A second is promised; a machine that runs all tests at once has moments of its own.
  expect(longest).toBeLessThan(1000)
}
