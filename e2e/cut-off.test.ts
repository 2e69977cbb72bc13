import { execFileSync, spawnSync } from 'node:child_process'
import { expect } from '@playwright/test'
import { pages } from '../contract/pages.ts'
import { testLong } from './testing.ts'

/** Linux gives a process a network with nothing in it but this machine; elsewhere the test shows the pages, not the cut. */
const canCutOff = spawnSync('unshare', ['-n', 'ip', 'link', 'set', 'lo', 'up']).status === 0

testLong('with nothing but this machine to be reached, every page works (needs npm run test:long)', () => {
  const visit = [process.execPath, 'e2e/cut-off.ts']
  const [program, ...words] = canCutOff
    ? ['unshare', '-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...visit]
    : visit
  const said = execFileSync(program as string, words, { encoding: 'utf8', timeout: 600_000 })

  const { visited, problems } = JSON.parse(said.trim().split('\n').at(-1) ?? '{}') as {
    visited: number
    problems: string[]
  }
  expect(problems.filter((problem) => canCutOff || problem !== 'another site could be reached')).toEqual([])
  expect(visited).toBe(Object.keys(pages).length)
})
