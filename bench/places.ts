/** The search for a city, against a file of the same bytes from the same server. */
import { flood } from './flood.ts'
import { inTurns, start } from './measure.ts'
import { setStage } from './stage.ts'

/** A country, and where the bench puts the file with the same answer. */
export const towns = { PK: '/art/bench-pk.json', US: '/art/bench-us.json', NR: '/art/bench-nr.json' }

const rounds = 5
const headers = { 'accept-encoding': 'gzip, deflate, br' }

export async function citySearch(): Promise<string[]> {
  await using stage = await setStage()
  await using server = await start({ ...stage.ours, file: 'bench/servers/places.ts' })
  const line = async (what: string, path: string, file: string) => {
    const speedOf = (path: string) => () => flood(server, { path, headers }, { seconds: 1 })
    const { ours, baseline, ratio } = await inTurns(rounds, { ours: speedOf(path), baseline: speedOf(file) })
    return `${what}: ${ratio.toFixed(2)} of a file of the same size (goal 0.5); ${Math.round(ours)}/s against ${Math.round(baseline)}/s`
  }
  const lines: string[] = []
  for (const [country, file] of Object.entries(towns))
    lines.push(
      await line(`towns of ${country}`, `/geo/searchJSON?country=${country}&featureClass=P&maxRows=1000`, file),
    )
  const typed = '/geo/searchJSON?country=US&featureClass=P&name_startsWith=spr'
  return [...lines, await line('US, three letters typed', typed, towns.NR)]
}
