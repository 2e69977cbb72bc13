/** A portal whose time a journey sets: that of its server, and that of its database, which the server follows. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inDatabase } from './people.ts'
import { openPortal, type Portal } from './testing.ts'

export type PortalInTime = {
  portal: Portal
  /** From here on it is this moment, and stays so. */
  standAt: (moment: Date) => Promise<void>
  stop: () => Promise<void>
}

export async function openPortalInTime(): Promise<PortalInTime> {
  const folder = mkdtempSync(join(tmpdir(), 'colloquium-time-'))
  const file = join(folder, 'now')
  writeFileSync(file, '')
  // Its functions are found before those of PostgreSQL.
  const { portal, stop } = await openPortal({
    CLOCK_FILE: file,
    PGOPTIONS: '-c search_path=journey,public,pg_catalog',
    NODE_OPTIONS: '--import ./server/testing/shifted-clock.ts',
  })
  await inDatabase(
    portal,
    `create schema journey;
     create table journey.clock (at timestamptz);
     create function journey.now() returns timestamptz language sql stable as 'select coalesce((select at from journey.clock), pg_catalog.now())';
     create function journey.clock_timestamp() returns timestamptz language sql stable as 'select coalesce((select at from journey.clock), pg_catalog.clock_timestamp())';`,
  )
  let moment: Date | undefined
  const standAt = async (next: Date) => {
    moment = next
    await inDatabase(portal, `with old as (delete from journey.clock) insert into journey.clock values ($1)`, [next])
    // Whole at once: the server reads it all the time.
    writeFileSync(`${file}.next`, String(next.getTime()))
    renameSync(`${file}.next`, file)
    // A server notices a jump when it is called, asks its database at most once a second, and goes on evenly until it has the answer.
    for (let called = 0; called < 15; called += 1) {
      await fetch(`${portal.url}/readyz`)
      await pause(100)
    }
  }
  return {
    portal: { ...portal, now: () => moment ?? new Date() },
    standAt,
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
