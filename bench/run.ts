/** `npm run bench`: speed and memory as ratios against a baseline measured in the same run. */
import { abstracts } from './abstracts.ts'
import { hourlyBackups } from './backups.ts'
import { checkouts, crowd } from './checkouts.ts'
import { consoleLists } from './console.ts'
import { comparedDrafts } from './drafts.ts'
import { hostile } from './hostile.ts'
import { logins } from './logins.ts'
import { pageCost } from './pages.ts'
import { requestCost } from './requests.ts'
import { review } from './review.ts'
import { startAndRest } from './start.ts'
import { stress } from './stress.ts'

const wanted = process.argv.slice(2)
const benches: Record<string, () => Promise<string[]>> = {
  requests: requestCost,
  start: startAndRest,
  logins,
  checkouts,
  crowd,
  stress,
  abstracts,
  pages: pageCost,
  drafts: comparedDrafts,
  hostile,
  console: consoleLists,
  review,
  backups: hourlyBackups,
}

for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n${name}`)
  for (const line of await bench()) console.log(`  ${line}`)
}
