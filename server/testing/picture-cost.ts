/** What one picture costs, in a process of its own: `node server/testing/picture-cost.ts file` prints processor milliseconds and megabytes. */
import { portraitOf } from '#server/platform/pictures.ts'

const file = process.argv[2] as string
// The library itself is loaded with the first picture, whatever it is.
await portraitOf(process.argv[3] as string)
const before = process.cpuUsage()
const memory = process.memoryUsage().rss
const result = await portraitOf(file)
const { user, system } = process.cpuUsage(before)
const megabytes = process.resourceUsage().maxRSS / 1024 - memory / 1_048_576
process.stdout.write(
  JSON.stringify({
    ms: Math.round((user + system) / 1000),
    mb: Math.round(megabytes),
    result: typeof result === 'string' ? result : 'png',
  }),
)
