/** What a backup holds and where it goes, from the settings and the words of a command. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '#server/kernel/settings.ts'
import type { BackupPlan } from './back-up.ts'
import { BackupRefused } from './refused.ts'

export type Wish = {
  folder?: string | undefined
  plain?: boolean
  isWhole?: boolean
  withFiles?: boolean
  withSettings?: boolean
  claims?: boolean
}

export type PlanConfig = Pick<
  Config,
  'BACKUP_TO' | 'BACKUP_RECIPIENTS' | 'DATA_DIR' | 'FILES_URL' | 'PUBLIC_URL' | 'production'
>

export function planBackup(config: PlanConfig, url: string, wish: Wish = {}): BackupPlan {
  const folder = wish.folder ?? config.BACKUP_TO
  if (!folder) throw new BackupRefused('Say where to: npm run backup -- /mnt/backup, or set BACKUP_TO.')
  const recipients = wish.plain ? [] : config.BACKUP_RECIPIENTS
  if (config.production && recipients.length === 0 && !wish.plain)
    throw new BackupRefused(
      "A backup holds everybody's data. Set BACKUP_RECIPIENTS to the public key of age that it is encrypted for, or say --plain.",
    )
  return {
    url,
    folder: resolve(folder),
    address: config.PUBLIC_URL,
    isChosen: wish.folder !== undefined,
    claims: wish.claims === true,
    recipients,
    dataDir: config.DATA_DIR,
    isWhole: wish.isWhole === true,
    copiesFiles: wish.withFiles === true || !config.FILES_URL?.startsWith('s3:'),
    settings: wish.withSettings && existsSync('.env') ? readFileSync('.env', 'utf8') : undefined,
    version: thisVersion(),
  }
}

export function thisVersion(): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string
  }
  return version
}

/** 12.3 MB */
export function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
