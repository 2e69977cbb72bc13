/** Which backups are kept, and when the next one is due. */
import { day, hour } from '#contract/durations.ts'

const shape = /^colloquium-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(-shared)?\.tar(\.age)?$/

/** Sorted by name they are sorted by time. */
export function backupName(at: Date, { sealed, shares }: { sealed: boolean; shares: boolean }): string {
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return `colloquium-${time}${shares ? '-shared' : ''}.tar${sealed ? '.age' : ''}`
}

/** Whether this is a backup whose files and tables lie in the folder beside it. Others hold all of it. */
export const sharesParts = (name: string): boolean => timeOf(name) !== undefined && name.includes('-shared.tar')

/** Which parts it names. */
export const listName = (backup: string): string => backup.replace(/\.tar(\.age)?$/, '.list')

/** When the backup of this name was begun; undefined for a file that is none of ours. */
export function timeOf(name: string): Date | undefined {
  const [, year, month, date, hours, minutes, seconds] = shape.exec(name) ?? []
  return year ? new Date(`${year}-${month}-${date}T${hours}:${minutes}:${seconds}Z`) : undefined
}

/** An embedded database is backed up every hour: whoever notices something at noon wants the one of ten o'clock. */
const newest = 3
const periods: { count: number; of: (time: Date) => string }[] = [
  { count: 7, of: (time) => time.toISOString().slice(0, 10) },
  { count: 4, of: (time) => String(Math.floor((time.getTime() - 4 * day) / (7 * day))) },
  { count: 12, of: (time) => time.toISOString().slice(0, 7) },
]

/** Of the files in the folder, those that may go: all but the newest three, and the newest of each of 7 days, 4 weeks and 12 months. */
export function outlived(names: readonly string[]): string[] {
  const ours = names.filter((name) => timeOf(name)).toSorted((a, b) => b.localeCompare(a))
  const kept = new Set(ours.slice(0, newest))
  for (const { count, of } of periods) {
    const byPeriod = Map.groupBy(ours, (name) => of(timeOf(name) as Date))
    for (const [first] of [...byPeriod.values()].slice(0, count)) kept.add(first as string)
  }
  return ours.filter((name) => !kept.has(name))
}

type Last = { now: Date; timeZone: string; last: Date | undefined }

/** At three in the night, or when that was missed or has failed; an embedded database every hour. Asked once an hour. */
export function isBackupDue({
  now,
  timeZone,
  last,
  isEmbedded,
  hasFailed,
}: Last & { isEmbedded: boolean; hasFailed: boolean }): boolean {
  return isEmbedded || hasFailed || hourIn(timeZone, now) === 3 || !last || now.getTime() - last.getTime() > 25 * hour
}

/** On Sundays at four in the night, or when that was missed. */
export function isDrillDue({ now, timeZone, last }: Last): boolean {
  if (!last || now.getTime() - last.getTime() > 7 * day + 2 * hour) return true
  return weekdayIn(timeZone, now) === 'Sun' && hourIn(timeZone, now) === 4
}

function hourIn(timeZone: string, time: Date): number {
  return Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(time))
}

function weekdayIn(timeZone: string, time: Date): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short' }).format(time)
}

/** From here on the doctor and an alert say so. */
export const oldBackup = 26 * hour
export const oldDrill = 8 * day
