/** What a start does in production: it builds nothing, and leaves nothing behind that keeps the next one from opening. */
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from './ports.ts'
import { kill, postmasterOf } from './power-cut.ts'
import {
  aFolder,
  aUsedFolder,
  childrenOf,
  copySources,
  linkModules,
  opened,
  start,
  statusOf,
  until,
} from './process.ts'

test('production starts with the site that was built, says that it is an old one, and without any ends with a sentence', async () => {
  const clone = join(aFolder(), 'colloquium')
  mkdirSync(clone)
  copySources(clone)
  linkModules(clone)
  for (const name of developmentPackages()) rmSync(join(clone, name), { recursive: true, force: true })
  writeFileSync(join(clone, '.env'), 'NODE_ENV=production\n')
  const how = { program: 'scripts/start.ts' as const, dataFolder: aFolder(), clone }
  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://localhost:3000',
    ALLOW_UNSAFE: 'sandbox-payments,no-mail,no-captcha,plain-http',
  }

  const none = start({ ...how, port: await freePort(), env })
  expect([await none.ended, none.output()]).toEqual([
    78,
    'The site is not built, and a start in production builds nothing: npm run build, then start again.\n',
  ])

  for (const name of ['dist/render', 'dist/web']) mkdirSync(join(clone, name), { recursive: true })
  writeFileSync(join(clone, 'dist/stamp'), 'of other sources')
  for (const name of ['dist/render/render.js', 'dist/assets.json']) writeFileSync(join(clone, name), readFileSync(name))
  // A picture of the college's own, where they used to lie.
  appendFileSync(join(clone, 'web/public/art/logo-college.svg'), '\n')
  const old = start({ ...how, port: await freePort(), env })
  await opened(old)
  expect(old.output()).toContain('The site in dist/ was built from other sources than these, and is served as it is.')
  expect(readFileSync(join(clone, 'dist/stamp'), 'utf8')).toBe('of other sources')
  kill(old.pid, 'SIGTERM')
  expect(await old.ended).toBe(0)
})

test('a server whose supervisor was killed stops, with its database, and the next start has its port', async () => {
  const dataFolder = await aUsedFolder()
  const port = await freePort()
  const first = start({ program: 'scripts/start.ts', dataFolder, port })
  await opened(first)
  const [server] = childrenOf(first.pid)

  kill(first.pid)
  await first.ended
  const second = start({ program: 'scripts/start.ts', dataFolder, port })
  await until(async () => (await statusOf(`${second.address}/readyz`)) === 200 && childrenOf(second.pid).length === 1)
  expect(childrenOf(second.pid)).not.toContain(server)
  await until(() => !isAlive(server as number))
  await opened(second)
  kill(second.pid, 'SIGTERM')
  expect(await second.ended).toBe(0)
  expect(postmasterOf(dataFolder)).toBeUndefined()
})

/** What `npm prune --omit=dev` removes. */
function developmentPackages(): string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  return Object.entries(packages).flatMap(([name, { dev }]) => (dev ? [name] : []))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
