/** `npm run doctor`: looks at the settings and the live data, and says in sentences what is wrong. Changes nothing. */
import { brokenInvariants } from '#server/invariants.ts'
import { connect } from '#server/platform/connect.ts'
import { readSettings } from '#server/platform/environment.ts'
import { givenUpJobs } from '#server/platform/jobs.ts'
import { makeLog } from '#server/platform/log.ts'
import type { Tables } from '#server/tables.ts'

const { db, pool, leave } = await connect<Tables>(readSettings(), makeLog('silent'))
const problems = await brokenInvariants({ db })
const givenUp = await givenUpJobs(pool)
if (givenUp > 0) problems.push(`${givenUp} jobs failed every time and were given up.`)

for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'All is well.' : `${problems.length} problems found.`)
process.exitCode = problems.length === 0 ? 0 : 1
await leave()
