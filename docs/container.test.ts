/** The Containerfile and compose.yaml: what they name is there, and the steps of the first are executed in a bare Debian. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { envExample, readConfig } from '#server/kernel/settings.ts'
import {
  buildImage,
  giveNetwork,
  type Image,
  inImage,
  isKeptBack,
  readStages,
  wordsInImage,
} from '#server/testing/containerfile.ts'
import { hasProgram } from '#server/testing/needs.ts'
import { freePort } from '#server/testing/ports.ts'
import { kill } from '#server/testing/power-cut.ts'
import { aFolder, childrenOf, root, tell, until } from '#server/testing/process.ts'

const stages = readStages()
const last = stages.at(-1)?.instructions ?? []
const saying = (word: string) => last.filter((each) => each.word === word).map(({ rest }) => rest)
const settings = (names: string[]) => names.filter((name) => !envExample().includes(`${name}=`))
const compose = parse(readFileSync('compose.yaml', 'utf8')) as {
  services: Record<'portal' | 'database', { environment: Record<string, string>; volumes: string[]; ports?: string[] }>
  volumes: Record<string, unknown>
}
const { portal, database } = compose.services
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://cpd.example.edu',
  TRUSTED_PROXIES: 'uniquelocal',
  ALLOW_UNSAFE: 'sandbox-payments,no-mail',
}

test('everything that is copied into the image is there, and nothing that is needed is kept back', () => {
  const copied = stages
    .flatMap(({ instructions }) => instructions)
    .filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from'))
    .flatMap(({ rest }) => rest.split(' ').slice(0, -1))
  expect(copied).toContain('.')
  expect(copied.filter((name) => !existsSync(join(root, name)) || isKeptBack(name))).toEqual([])
  const needed = [
    'server/main.ts',
    'scripts/start.ts',
    'scripts/build.ts',
    'content/sample/site.json',
    'web/main.tsx',
    'contract/pages.ts',
  ]
  expect(needed.filter((name) => !existsSync(name) || isKeptBack(name))).toEqual([])
})

test('no secret, no data and no backup is ever sent to whoever builds it', () => {
  const secret = [
    '.env',
    '.env.local',
    'data',
    'data/secrets/pins',
    'data/postgres/cluster/base',
    'backup/monday.age',
    'colloquium.dump',
    '.git/config',
  ]
  expect(secret.filter((name) => !isKeptBack(name))).toEqual([])
})

test('the portal in it is not root, cannot change its own code, and is told to stop by itself, not through npm', () => {
  expect(saying('USER')).toEqual(['10001:10001'])
  expect(saying('COPY')).toEqual(['--from=build /srv/colloquium ./'])
  expect(saying('CMD')).toEqual(['["node_modules/.bin/node", "scripts/start.ts"]'])
  expect(saying('HEALTHCHECK')[0]).toContain('CMD ["node_modules/.bin/node", "scripts/is-ready.ts"]')
})

test('it names settings that there are, and compose keeps what the image says is data', () => {
  const named = saying('ENV').flatMap((rest) => rest.split(' ').map((pair) => pair.split('=')[0] as string))
  expect(settings(named)).toEqual(['NODE_COMPILE_CACHE'])
  expect(settings(Object.keys(portal.environment))).toEqual([])
  expect(portal.volumes.map((line) => line.split(':')[1])).toContain(saying('VOLUME')[0])
  expect(portal.ports).toEqual([`127.0.0.1:3000:${saying('EXPOSE')[0]}`])
  const kept = [portal, database].flatMap(({ volumes }) => volumes.map((line) => line.split(':')[0] as string))
  expect([...new Set(kept)].toSorted()).toEqual(Object.keys(compose.volumes).toSorted())
})

test("compose's database is reached over a socket that the two share, so production asks for no TLS", () => {
  const { DATABASE_URL } = readConfig({ ...production, ...portal.environment })
  const socket = new URL(DATABASE_URL as string).searchParams.get('host')
  expect(portal.volumes).toContain(`socket:${socket}`)
  expect(database.volumes).toContain(`socket:/var${socket}`)
})

const can =
  Boolean(process.env.TEST_LONG) &&
  process.getuid?.() === 0 &&
  hasProgram('debootstrap', '--version') &&
  hasProgram('unshare', '--mount', '--pid', '--fork', 'true')

test.runIf(can)(
  'its steps, executed in a bare Debian, give a portal that answers, keeps its data over a restart and stops within 20 seconds (needs npm run test:long, root, debootstrap and unshare)',
  async () => {
    const folder = aFolder()
    const bare = join(folder, 'bare')
    execFileSync('debootstrap', ['--variant=minbase', suiteOf(stages[0]?.base), bare, mirror()], { stdio: 'ignore' })
    const image = await buildImage(bare, folder, giveNetwork(bare))
    const volume = join(folder, 'volume')
    execFileSync('cp', ['-a', join(image.folder, 'data'), volume])
    const env = { ...image.env, ...production, PORT: String(await freePort()) }
    const container = { ...image, env }

    const first = await begin(container, volume)
    expect(homeAt(env.PORT)).not.toContain('Annual')
    await inImage(container, ['node_modules/.bin/node', 'scripts/add-event.ts', 'content/demo-event.json'], {
      '/data': volume,
    })
    await until(() => homeAt(env.PORT).includes('Annual'))
    expect(first.programs()).not.toContain('root')
    tell(`the container stops in ${await first.stop()} ms`)
    await expect(inImage(container, image.healthCheck)).rejects.toThrow('ECONNREFUSED')

    const second = await begin(container, volume)
    expect(homeAt(env.PORT)).toContain('Annual')
    expect(await second.stop()).toBeLessThan(20_000)
  },
)

const suiteOf = (base = ''): string => /debian:(\w+)-slim$/.exec(base)?.[1] ?? 'stable'

/** The one that this machine installs from. */
function mirror(): string {
  const sites = execFileSync('apt-get', ['indextargets', '--format', '$(SITE)', 'Created-By: Packages'], {
    encoding: 'utf8',
  })
  return sites.split('\n').find((site) => site.endsWith('/debian')) ?? ''
}

/** Starts it as a runtime would, and waits until its own health check is content. */
async function begin(image: Image, volume: string) {
  const child = spawn('unshare', wordsInImage(image, image.program, { '/data': volume }), {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (part: Buffer) => (said += part.toString()))
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const [first] = await waitFor(() => childrenOf(child.pid as number))
  // The first process of its own world: whatever is left ends with it.
  onTestFinished(() => kill(first))
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`it ended before it was ready: ${said}`)
      return isContent(image)
    },
    { otherwise: () => said },
  )
  const stop = async () => {
    const began = performance.now()
    kill(first, 'SIGTERM')
    expect(await ended).toBe(0)
    return Math.round(performance.now() - began)
  }
  const programs = () => execFileSync('ps', ['--ppid', String(first), '-o', 'user='], { encoding: 'utf8' })
  return { stop, programs }
}

async function waitFor<T>(find: () => T[]): Promise<T[]> {
  await until(() => find().length > 0)
  return find()
}

const isContent = (image: Image) =>
  inImage(image, image.healthCheck).then(
    () => true,
    () => false,
  )

const homeAt = (port: string) =>
  execFileSync('curl', ['-s', '-H', 'Host: cpd.example.edu', `http://127.0.0.1:${port}/`], { encoding: 'utf8' })
