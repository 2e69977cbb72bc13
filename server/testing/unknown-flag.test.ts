import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { aFolder, aUsedFolder, copySources, linkModules, opened, start } from './process.ts'

test.runIf(process.env.TEST_LONG)(
  'a Node that does not know a flag starts the portal without it (needs npm run test:long)',
  async () => {
    const clone = join(aFolder(), 'colloquium')
    mkdirSync(clone)
    copySources(clone)
    linkModules(clone)
    const engine = join(clone, 'server/platform/process/engine.ts')
    const flag = '--no-allocation-site-pretenuring'
    const source = readFileSync(engine, 'utf8')
    expect(source).toContain(flag)
    writeFileSync(engine, source.replace(flag, '--a-flag-of-yesterday'))

    const portal = start({
      program: 'scripts/start.ts',
      dataFolder: await aUsedFolder(),
      port: await freePort(),
      clone,
    })
    await opened(portal)

    expect(portal.output()).toContain('bad option: --a-flag-of-yesterday')
    expect(portal.output()).toContain('It is started without flags, which is only slower.')
    kill(portal.pid, 'SIGTERM')
    expect(await portal.ended).toBe(0)
  },
)
