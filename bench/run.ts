/** `npm run bench`: speed and memory as ratios against a baseline measured in the same run. */
import { abstracts } from './abstracts.ts'
import { hourlyBackups } from './backups.ts'
import { checkouts, crowd } from './checkouts.ts'
import { consoleLists } from './console.ts'
import { comparedDrafts } from './drafts.ts'
import { firstActs } from './first-acts.ts'
import { hostile } from './hostile.ts'
import { logins } from './logins.ts'
import { pageCost } from './pages.ts'
import { citySearch } from './places.ts'
import { behindProxies } from './proxies.ts'
import { requestCost } from './requests.ts'
import { review } from './review.ts'
import { slowCallers } from './slow-callers.ts'
import { startAndRest } from './start.ts'
import { deaths, stress } from './stress.ts'

const wanted = process.argv.slice(2)
const benches: Record<string, () => Promise<string[]>> = {
  requests: requestCost,
  start: startAndRest,
  logins,
  checkouts,
  crowd,
  stress,
  abstracts,
  deaths,
  pages: pageCost,
  acts: firstActs,
  drafts: comparedDrafts,
  places: citySearch,
  slow: slowCallers,
  proxies: behindProxies,
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
