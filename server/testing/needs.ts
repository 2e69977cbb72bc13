/**
 * Tests of what not every machine has: `test.runIf(hasProgram('nginx', '-v'))('... (needs nginx)', ...)`. Where it is missing they are left out;
 * scripts/test-reports.ts finds the end of the name, and `npm test` says what was missing.
 */
import { spawnSync } from 'node:child_process'

export function hasProgram(name: string, ...words: string[]): boolean {
  return spawnSync(name, words, { stdio: 'ignore' }).status === 0
}
