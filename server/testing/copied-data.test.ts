/** A folder of data that somebody copied, as one does before trying something. */
import { execFileSync } from 'node:child_process'
import { existsSync, linkSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { aFolder, aUsedFolder, opened, type Running, start, statusOf } from './process.ts'

/** Only root can copy a database so that it belongs to somebody else. */
const isRoot = process.getuid?.() === 0

test.runIf(isRoot)('root copies the folder, starts the portal on the copy, and it works (needs root)', async () => {
  const dataFolder = await aCopy()
  const outside = join(aFolder(), 'outside')
  writeFileSync(outside, "root's own")
  symlinkSync(outside, join(dataFolder, 'postgres/cluster/a-link'))
  expect(statSync(join(dataFolder, 'postgres/cluster')).uid).toBe(0)

  const portal = await begin(dataFolder)
  await opened(portal)
  expect(await statusOf(`${portal.address}/readyz`)).toBe(200)
  kill(portal.pid, 'SIGTERM')
  expect(await portal.ended).toBe(0)
  expect(statSync(outside).uid).toBe(0)
  expect(portal.output()).not.toContain('Permission denied')
})

test.runIf(isRoot)(
  'a copy of hard links is no copy: root hears so, and the original stays as it was (needs root)',
  async () => {
    const dataFolder = await aCopy()
    const version = join(dataFolder, 'postgres/cluster/PG_VERSION')
    const other = join(aFolder(), 'original')
    linkSync(version, other)

    const portal = await begin(dataFolder)
    expect(await portal.ended).toBe(78)
    expect(portal.output().split('is also known under another name')).toHaveLength(2)
    expect(statSync(other).uid).toBe(0)
  },
)

test.runIf(isRoot && process.env.TEST_LONG)(
  'an ordinary user hears once whose the copied folder is, and how it is mended (needs npm run test:long and root)',
  async () => {
    const dataFolder = await aCopy()
    const account = nobody()
    const portal = await begin(dataFolder, account)
    expect(await portal.ended).toBe(78)
    expect(portal.output().split('belongs to root, and this is nobody')).toHaveLength(2)
    const command = /sudo (chown -R nobody '.*')/.exec(portal.output())?.[1] ?? ''

    execFileSync('sh', ['-c', command])
    const again = await begin(dataFolder, account)
    await opened(again)
    kill(again.pid, 'SIGTERM')
    expect(await again.ended).toBe(0)
  },
)

/** As `cp -r` of root makes it: everything is root's. */
async function aCopy(): Promise<string> {
  const from = await aUsedFolder()
  const copy = join(aFolder(), 'data')
  execFileSync('cp', ['-r', from, copy])
  return copy
}

async function begin(dataFolder: string, account?: { uid: number; gid: number }): Promise<Running> {
  return start({ program: 'scripts/start.ts', dataFolder, port: await freePort(), account, env: { HOME: dataFolder } })
}

function nobody(): { uid: number; gid: number } {
  const line = existsSync('/etc/passwd') && /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  return { uid: Number(line && line[1]), gid: Number(line && line[2]) }
}
