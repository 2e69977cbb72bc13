/** BACKUP_TO and BACKUP_RECIPIENTS, tried at the start: a mistake in them would otherwise be found by the first night, or by a restore. */
import { randomUUID } from 'node:crypto'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#server/kernel/settings.ts'
import { BadConfig } from '#server/platform/process/config.ts'
import { sentenceOf } from './refused.ts'
import { isRecipient } from './seal.ts'

type Settings = Pick<Config, 'BACKUP_TO' | 'BACKUP_RECIPIENTS' | 'production'>

/** Throws for keys that encrypt nothing. */
export function tryRecipients({ BACKUP_TO, BACKUP_RECIPIENTS, production }: Settings): void {
  const wrong = BACKUP_RECIPIENTS.find((word) => !isRecipient(word))
  if (wrong)
    throw new BadConfig(
      `BACKUP_RECIPIENTS has ${wrong}, which is no public key of age: a character is wrong or missing.`,
    )
  if (production && BACKUP_TO && BACKUP_RECIPIENTS.length === 0)
    throw new BadConfig(
      'BACKUP_RECIPIENTS is needed because BACKUP_TO is set: production makes no backup by itself that everybody can read. Set it to a public key of age.',
    )
}

/** A sentence when the folder does not work. The portal starts all the same: its disk may be away for a moment. */
export async function backupFolderFault({ BACKUP_TO }: Pick<Settings, 'BACKUP_TO'>): Promise<string | undefined> {
  if (!BACKUP_TO) return undefined
  const folder = resolve(BACKUP_TO)
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) return `BACKUP_TO does not work: there is no folder ${folder}. Make it, or mount its disk.`
  const path = join(folder, `.trial-${randomUUID()}`)
  const word = 'a trial of the backup folder'
  try {
    await writeFile(path, word, { flag: 'wx', mode: 0o600, flush: true })
    const read = await readFile(path, 'utf8')
    await rm(path)
    return read === word ? undefined : `BACKUP_TO does not work: ${folder} does not keep what is written to it.`
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined)
    return `BACKUP_TO does not work: in ${folder} a file could not be written, read and removed. ${sentenceOf(error)}`
  }
}
