/** A backup that is overdue, for the overview. */
import type { Needs } from '#server/kernel/needs.ts'
import type { World } from '#server/kernel/world.ts'
import { oldBackup } from './rules.ts'
import { lastRun } from './runs.ts'

/** Where none was ever made, none is expected: the doctor says so on the machine. */
export async function needsYou(world: Pick<World, 'db' | 'now'>): Promise<Needs> {
  const { done, failure } = await lastRun(world, 'backup')
  const isOld = done !== undefined && world.now().getTime() - done.getTime() > oldBackup
  return isOld || failure !== '' ? { backup: { count: 1, since: done ?? null } } : {}
}
