/** What the metrics tell of the portal. Each line asks the database once: at most five in all, however many people there are. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupFigures } from '#server/backup/runs.ts'
import { bookingFigures } from '#server/booking/figures.ts'
import type { Config } from '#server/kernel/settings.ts'
import type { World } from '#server/kernel/world.ts'
import { mailFigures } from '#server/mail/figures.ts'
import { paymentFigures } from '#server/payments/figures.ts'
import { freeBytes } from '#server/platform/files/files.ts'
import { machineFigures } from '#server/platform/process/machine-figures.ts'
import type { Metrics } from '#server/platform/process/metrics.ts'

type Told = Pick<Config, 'DATA_DIR' | 'BACKUP_TO' | 'production'>

export function tellFigures(metrics: Metrics, world: World, { DATA_DIR, BACKUP_TO, production }: Told): void {
  metrics.figures(() => machineFigures(world))
  metrics.figures(() => bookingFigures(world))
  metrics.figures(() => paymentFigures(world))
  metrics.figures(() => mailFigures(world))
  // Nobody is told that a demonstration has no backup.
  if (BACKUP_TO || production) metrics.figures(() => backupFigures(world))
  metrics.gauge({
    name: 'colloquium_disk_free_bytes',
    help: 'Room where DATA_DIR is',
    read: () => freeBytes(DATA_DIR),
  })
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string
  }
  metrics.figures(async () => [
    { name: 'colloquium_build_info', help: 'The version that runs', values: [{ labels: { version }, value: 1 }] },
  ])
}
