/** What pictures cost, in a process of their own: `node server/testing/picture-cost.ts good files…` prints processor milliseconds and megabytes of each. */
import { portraitOf } from '#server/platform/pictures.ts'

const [good, ...files] = process.argv.slice(2)
// The library itself is loaded with the first picture, whatever it is.
await portraitOf(good as string)
const memory = process.memoryUsage().rss
const costs: { ms: number; mb: number; result: string }[] = []
for (const file of files) {
  const before = process.cpuUsage()
  const result = await portraitOf(file)
  const { user, system } = process.cpuUsage(before)
  costs.push({
    ms: Math.round((user + system) / 1000),
    // The most so far: what one picture leaves behind is on the bill of the next.
    mb: Math.round(process.resourceUsage().maxRSS / 1024 - memory / 1_048_576),
    result: typeof result === 'string' ? result : 'png',
  })
}
process.stdout.write(JSON.stringify(costs))
