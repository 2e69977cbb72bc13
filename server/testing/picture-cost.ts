/**
 * What pictures cost, in a process of their own: `node server/testing/picture-cost.ts ordinary files…` prints of each its work, as a multiple
 * of what the ordinary one takes, and its megabytes. A second of the processor is longer on a busy machine: where a picture seems to cost much,
 * the ordinary one is asked again.
 */
import { existsSync, readFileSync } from 'node:fs'
import { effortOf } from '#server/platform/costly-work/effort.ts'
import { portraitOf } from '#server/platform/files/pictures.ts'

const much = 3
const status = '/proc/self/status'
const [ordinary, ...files] = process.argv.slice(2) as [string, ...string[]]
// The library itself is loaded with the first picture, whatever it is.
await portraitOf(ordinary, effortOf('slow'))
const memory = process.memoryUsage().rss
const costs: { work: number; mb: number; result: string }[] = []
let usual = (await workOn(ordinary)).ms
for (const file of files) {
  const { ms, result } = await workOn(file)
  if (ms > usual * much) usual = (await workOn(ordinary)).ms
  costs.push({
    work: ms / usual,
    // The most so far: what one picture leaves behind is on the bill of the next.
    mb: Math.round(mostMemory() - memory / 1_048_576),
    result: typeof result === 'string' ? result : 'png',
  })
}
process.stdout.write(JSON.stringify(costs))

/** In megabytes. What the system counts for `resourceUsage` begins with the memory of whoever started this process. */
function mostMemory(): number {
  const [, own] = (existsSync(status) && /^VmHWM:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))) || []
  return Number(own ?? process.resourceUsage().maxRSS) / 1024
}

async function workOn(file: string): Promise<{ ms: number; result: Awaited<ReturnType<typeof portraitOf>> }> {
  const began = process.cpuUsage()
  const result = await portraitOf(file, effortOf('slow'))
  const { user, system } = process.cpuUsage(began)
  return { ms: (user + system) / 1000, result }
}
