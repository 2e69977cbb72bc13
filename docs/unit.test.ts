/** The README's systemd unit, judged by systemd itself. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { hasProgram } from '#server/testing/needs.ts'
import { aFolder } from '#server/testing/process.ts'

const unit = /```ini\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8'))?.[1] ?? ''
const hasSystemd = hasProgram('systemd-analyze', '--version')

function judge(...words: string[]) {
  const file = join(aFolder(), 'colloquium.service')
  // Nothing is installed there on this machine.
  writeFileSync(file, unit.replaceAll('/srv/colloquium', resolve()))
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...words, file], { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

test.runIf(hasSystemd)('systemd understands every line of it (needs systemd-analyze)', () => {
  expect(judge('verify', '--man=no')).toEqual({ status: 0, said: '' })
})

test.runIf(hasSystemd)('systemd finds little that it leaves open (needs systemd-analyze)', () => {
  // In tenths: at most 4.
  const { status, said } = judge('security', '--offline=true', '--threshold=40', '--no-pager')
  expect(said).toMatch(/Overall exposure level for colloquium\.service: [0-3]\.\d/)
  expect(status).toBe(0)
})
