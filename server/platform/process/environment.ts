import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { z } from 'zod'
import { BadConfig, type Config, type Environment, readConfig, unknownSettings } from './config.ts'

/** The settings of the environment, and below it those of a `.env` file. */
export function readSettings<Own extends z.ZodObject>(own: Own, instead: Environment = {}): Config & z.output<Own> {
  const written = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  const unknown = unknownSettings(Object.keys(written), own)
  if (unknown.length > 0) throw new BadConfig(unknown.join('\n'))
  return readConfig({ ...written, ...process.env, ...instead }, own)
}
