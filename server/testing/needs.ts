/** Tests of what not every machine has. Where it is missing they are left out, and `npm test` says what was missing. */
import { spawnSync } from 'node:child_process'
import { test } from 'vitest'

/** `what` stands at the end of the name, where scripts/test-reports.ts finds it. */
export function testWith(what: string, isThere: boolean): (name: string, body: () => Promise<void> | void) => void {
  return (name, body) => test.runIf(isThere)(`${name} (needs ${what})`, body)
}

export function hasProgram(name: string, ...words: string[]): boolean {
  return spawnSync(name, words, { stdio: 'ignore' }).status === 0
}
