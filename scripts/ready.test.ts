import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '#server/testing/process.ts'

/** A folder with a lock file, and an npm that only writes down what it was asked for. */
function aClone() {
  const folder = aFolder()
  writeFileSync(join(folder, 'package-lock.json'), '{}')
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/npm'), '#!/bin/sh\necho "$1 $2" >>asked\n', { mode: 0o755 })
  const put = (...names: string[]) => {
    for (const name of names) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), '')
    }
  }
  const ready = (words: string[] = [], { env = {}, flags = [] as string[] } = {}) => {
    writeFileSync(join(folder, 'asked'), '')
    const { status, stderr } = spawnSync(process.execPath, [...flags, resolve('scripts/ready.mjs'), ...words], {
      cwd: folder,
      env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, ...env },
      encoding: 'utf8',
    })
    return { status, stderr, asked: readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n') }
  }
  return { folder, put, ready }
}

test('an older Node is refused before anything is installed', () => {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })`
  const { status, stderr, asked } = aClone().ready([], { flags: ['--import', `data:text/javascript,${older}`] })
  expect({ status, asked }).toEqual({ status: 1, asked: [''] })
  expect(stderr).toMatch(/^Colloquium needs Node 20\.19 or newer to begin with; this is .* under "Install" .*\n$/)
})

test('for production everything is installed, the site built, and what only the build needs removed again', () => {
  const { folder, put, ready } = aClone()
  put('node_modules/node/bin/node')
  expect(ready(['--production']).asked).toEqual(['ci --include=dev', 'run build', 'prune --omit=dev'])

  // After the next pull: the lock file is the same, what builds is not there.
  put('node_modules/.package-lock.json')
  utimesSync(join(folder, 'package-lock.json'), 0, 0)
  expect(ready(['--production']).asked).toEqual(['install --include=dev', 'run build', 'prune --omit=dev'])
})

test('npm start installs no development packages in production; it does elsewhere, and so does the command itself', () => {
  const { folder, put, ready } = aClone()
  put('node_modules/node/bin/node', 'node_modules/.package-lock.json')
  const before = { npm_lifecycle_event: 'prestart' }
  expect(ready([], { env: { ...before, NODE_ENV: 'production' } }).asked).toEqual([''])
  expect(ready([], { env: before }).asked).toEqual(['install --include=dev'])
  writeFileSync(join(folder, '.env'), 'NODE_ENV=production\n')
  expect(ready([], { env: before }).asked).toEqual([''])
  expect(ready().asked).toEqual(['install --include=dev'])
})
