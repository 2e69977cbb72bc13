/** The search for a city, against a file of the same bytes from the same server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { type Contender, compare } from './measure.ts'

/** A country, and where the bench puts the file with the same answer. */
export const towns = { PK: '/art/bench-pk.json', US: '/art/bench-us.json', NR: '/art/bench-nr.json' }

const headers = { 'accept-encoding': 'gzip, deflate, br' }

export async function citySearch(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'colloquium-bench-'))
  const database = await openEmbeddedPostgres(join(folder, 'postgres'))
  const contender: Contender = {
    name: 'ours',
    file: 'bench/servers/places.ts',
    env: { DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'warn' },
  }
  const perSecond = async (path: string) => (await compare([contender], { path, headers })).get('ours')?.perSecond ?? 0
  try {
    const lines: string[] = []
    for (const [country, file] of Object.entries(towns)) {
      const asFile = await perSecond(file)
      const asked = await perSecond(`/geo/searchJSON?country=${country}&featureClass=P&maxRows=1000`)
      lines.push(line(`towns of ${country}`, asked, asFile))
    }
    const typed = await perSecond('/geo/searchJSON?country=US&featureClass=P&name_startsWith=spr')
    lines.push(line('US, three letters typed', typed, await perSecond(towns.NR)))
    return lines
  } finally {
    await database.leave()
    rmSync(folder, { recursive: true, force: true })
  }
}

function line(what: string, ours: number, file: number): string {
  return `${what}: ${(ours / file).toFixed(2)} of a file of the same size (goal 0.5); ${Math.round(ours)}/s against ${Math.round(file)}/s`
}
