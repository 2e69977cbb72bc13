/** A copy of the project that a test may change, and the tools of the project run in it. */
import { spawn } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { aFolder, copySources, root } from './process.ts'

/** Everything but the packages, which are shared. Gone after the test. */
export function copyOfTheProject(): string {
  const copy = aFolder()
  copySources(copy)
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

export type Ran = { command: string; code: number | null; output: string }

export function runIn(copy: string, words: string[]): Promise<Ran> {
  const [program, ...rest] = words as [string, ...string[]]
  const command = words.join(' ')
  // A run of its own: it would otherwise clear away the databases of the run that it is part of.
  const { TEST_RUN: _ours, VITEST: _inside, ...env } = process.env
  const bin = join(root, 'node_modules/.bin')
  const child = spawn(program, rest, {
    cwd: copy,
    env: { ...env, PATH: `${bin}:${env.PATH ?? ''}`, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  child.stderr.on('data', (part: Buffer) => (output += part.toString()))
  return new Promise((done) => {
    child.once('error', (error) => done({ command, code: 1, output: error.message }))
    child.once('close', (code) => done({ command, code, output }))
  })
}
