/** Which PostgreSQL a folder of programs is, and which one made a folder of data. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BadConfig } from '#server/platform/process/config.ts'

/** Of the programs in a folder. */
export function majorOf(bin: string): number {
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8', windowsHide: true })
  return Number(/\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}

/** A folder is opened by the major version that made it, and by no other. */
export function refuseOtherVersion(cluster: string, bin: string): void {
  const file = join(cluster, 'PG_VERSION')
  if (!existsSync(file)) return
  const [made, ours] = [Number.parseInt(readFileSync(file, 'utf8'), 10), majorOf(bin)]
  if (ours > 0 && made !== ours)
    throw new BadConfig(
      `The database in ${cluster} was made by PostgreSQL ${made}, and ${bin} is PostgreSQL ${ours}. Set POSTGRES_BIN to programs of version ${made}, or set DATA_DIR to an empty folder and restore a backup into it.`,
    )
}
