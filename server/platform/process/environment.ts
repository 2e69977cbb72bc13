import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { z } from 'zod'
import { BadConfig, type Config, type Environment, readConfig, unknownSettings } from './config.ts'

/** The settings of the environment, and below it those of a `.env` file. */
export function readSettings<Own extends z.ZodObject>(own: Own, instead: Environment = {}): Config & z.output<Own> {
  const text = existsSync('.env') ? readFileSync('.env', 'utf8') : ''
  const written = parseEnv(text)
  const mistakes = [...unknownSettings(Object.keys(written), own), ...cutSettings(text)]
  if (mistakes.length > 0) throw new BadConfig(mistakes.join('\n'))
  return readConfig({ ...written, ...process.env, ...instead }, own)
}

/** A character that no setting has. */
const standIn = '\u{F0000}'

/**
 * Settings of a `.env` file whose value was cut at a #, which begins a comment outside quotation marks: half of a password looks like a
 * whole one. Read a second time without the #, they are different.
 */
export function cutSettings(text: string): string[] {
  const whole = parseEnv(text.replace(/^(?!\s*#).*$/gm, (line) => line.replaceAll('#', standIn)))
  return Object.entries(parseEnv(text))
    .filter(([name, value]) => whole[name]?.replaceAll(standIn, '#') !== value)
    .map(
      ([name]) =>
        `${name} in .env has a # outside quotation marks, and what follows would be ignored. Write the value in quotation marks, and a comment in a line of its own.`,
    )
}
