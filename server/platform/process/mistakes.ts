/** What ends a start or a command with a sentence in place of a stack trace: somebody has to change something, and the code is not at fault. */
import { inspect } from 'node:util'
import { DatabaseAway } from '#server/platform/database/try-database.ts'
import { DamagedDatabase } from '#server/platform/postgres/embedded-postgres.ts'
import { BadConfig } from './config.ts'

/** Another start would not help: the unit does not try again. */
const wrongSettings = 78

export function endWith(error: unknown): never {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exit(error instanceof BadConfig || error instanceof DamagedDatabase ? wrongSettings : 1)
}

function sentenceOf(error: unknown): string {
  if (error instanceof BadConfig) return `The settings do not work:\n${error.message}`
  return error instanceof DamagedDatabase || error instanceof DatabaseAway ? error.message : inspect(error)
}

/** For a command, before it reads its settings. */
export function endWithSentences(): void {
  process.on('uncaughtException', endWith)
}
