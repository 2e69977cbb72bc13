import { missingFiles } from '#server/abstracts/save.ts'
/** `npm run doctor`: looks at the settings and the live data, and says in sentences what is wrong. Changes nothing. */
import { emailsWithGrant } from '#server/accounts/grants.ts'
import { demoStaff } from '#server/demo/seed.ts'
import { brokenInvariants } from '#server/invariants.ts'
import { connect } from '#server/platform/database/connect.ts'
import { givenUpJobs } from '#server/platform/jobs/jobs.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { makeWorld } from '#server/portal.ts'
import { readSettings } from '#server/settings.ts'
import type { Tables } from '#server/tables.ts'

const config = readSettings()
const log = makeLog('silent')
const { db, pool, clock, leave } = await connect<Tables>(config, log)
const problems = await brokenInvariants({ db })
const givenUp = await givenUpJobs(pool)
const lost = await missingFiles(makeWorld(config, { db, log, now: clock.now }))
if (lost > 0) problems.push(`${lost} files of abstracts are not where files are kept.`)
if (givenUp > 0) problems.push(`${givenUp} jobs failed every time and were given up.`)

if (config.production)
  for (const email of await emailsWithGrant(
    { db },
    demoStaff.map((each) => each.email),
  ))
    problems.push(
      `${email} is made up for the demonstration, has a password that everybody knows, and has a role here.`,
    )

for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'All is well.' : `${problems.length} problems found.`)
process.exitCode = problems.length === 0 ? 0 : 1
await leave()
