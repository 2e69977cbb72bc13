/**
 * `npm run doctor`: looks at the settings and the live data, and says in sentences what is wrong. Changes nothing.
 * `npm run doctor -- --retry`: first tries again all jobs that were given up.
 * `npm run doctor -- --mail n.memon@college.example`: also sends a test email.
 * `npm run doctor -- seal 214 9f2c…`: also compares a seal with the letter that has it.
 */
import { isEmail } from '#contract/accounts/email.ts'
import { emailsWithGrant } from '#server/accounts/staff/grants.ts'
import { brokenInvariants } from '#server/audit/invariants.ts'
import { brokenSeals, sealAt } from '#server/audit/seals.ts'
import { afterDamage, faultsOfParts } from '#server/backup/kept-parts.ts'
import { backupParts } from '#server/backup/runs.ts'
import { mayMakeDatabases } from '#server/backup/scratch.ts'
import { backupFolderFault, tryRecipients } from '#server/backup/trial.ts'
import { demoStaff } from '#server/demo/seed.ts'
import { heldLetters } from '#server/kernel/outbox/outbox.ts'
import { readSettings } from '#server/kernel/settings.ts'
import { mailState } from '#server/mail/figures.ts'
import { testEmailFault } from '#server/mail/test-email.ts'
import { isLesserRole } from '#server/platform/database/lesser-role.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { lastProblems } from '#server/platform/jobs/checks.ts'
import { retryGivenUpJobs } from '#server/platform/jobs/jobs.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { machineState } from '#server/platform/process/machine-figures.ts'
import { endWithSentences } from '#server/platform/process/mistakes.ts'
import { secretsThatDiffer } from '#server/platform/security/secret-differences.ts'
import { missingFiles } from '#server/reports/check-files.ts'
import {
  checkPart,
  checkWords,
  enginesPart,
  heldPart,
  jobsPart,
  linesOf,
  mailPart,
  secretsPart,
} from '#server/reports/health-sentences.ts'
import { blindSide, oneWall } from '#server/reviews/blind-world.ts'
import { connectToTables } from './tables.ts'

endWithSentences()

const config = readSettings()
tryRecipients(config)
const log = makeLog('silent')
const { db, pool, clock, leave } = await connectToTables(config, log)
const now = clock.now()
if (process.argv.includes('--retry')) {
  const retried = await retryGivenUpJobs(db)
  console.log(retried === 1 ? '1 job is tried again.' : `${retried} jobs are tried again.`)
}
// What is missing is looked for now; what is damaged, the check of the night has found.
const missing = await missingFiles({ db, files: openFiles(config) })
const lost = [
  ...new Set([...missing, ...(await lastProblems({ db }, 'files')), ...(await lastProblems({ db }, 'sweep'))]),
]
const backupFault = await backupFolderFault(config)
const partFaults = await faultsOfKeptParts()
const mailFault = await testEmail()
const machine = await machineState({ db })
const parts = [
  checkPart(checkWords.invariants, { at: now, problems: await brokenInvariants({ db }) }, now),
  checkPart(checkWords.seals, { at: now, problems: [...(await brokenSeals({ db })), ...(await notAsMailed())] }, now),
  secretsPart(await secretsThatDiffer({ db, now: clock.now })),
  checkPart(checkWords.files, { at: now, problems: lost }, now),
  ...(await backupParts(
    { db, now: clock.now },
    { goesSomewhere: Boolean(config.BACKUP_TO), production: config.production },
  )),
  config.SMTP_URL
    ? mailPart(await mailState({ db, now: clock.now }), { now, hasServer: true, production: config.production })
    : heldPart(await heldLetters({ db })),
  ...(machine ? [jobsPart(machine.jobsGivenUp, machine.jobsWaiting)] : []),
]
if (machine) console.log(enginesPart(machine.postgres).says)
// A second wall that is missing opens nothing by itself: said, and no problem.
if (!(await isLesserRole(pool, blindSide))) console.log(oneWall)
const found = parts.map(linesOf)
const problems = found.flatMap((each) => each.problems)
if (backupFault) problems.push(backupFault)
problems.push(...partFaults)
if (mailFault) problems.push(mailFault)
if (config.BACKUP_TO && config.DATABASE_URL && !(await mayMakeDatabases(config.DATABASE_URL)))
  console.log('The role of DATABASE_URL may not create a database: drills use the bundled PostgreSQL instead.')

if (config.production)
  for (const email of await emailsWithGrant(
    { db },
    demoStaff.map((each) => each.email),
  ))
    problems.push(
      `${email} is made up for the demonstration, has a password that everybody knows, and has a role here.`,
    )

for (const problem of problems) console.error(problem)
for (const { next } of found) if (next) console.error(next)
const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
console.log(problems.length === 0 ? 'All is well.' : `${count} found.`)
process.exitCode = problems.length === 0 ? 0 : 1
await leave()

/** Whether they are there; the drill of the week reads them. */
async function faultsOfKeptParts(): Promise<string[]> {
  if (!config.BACKUP_TO || backupFault) return []
  const faults = await faultsOfParts(config.BACKUP_TO, { reads: false })
  return faults.length > 0 ? [...faults, afterDamage] : []
}

async function testEmail(): Promise<string | undefined> {
  const at = process.argv.indexOf('--mail')
  if (at < 0) return undefined
  const to = process.argv[at + 1] ?? ''
  if (!isEmail(to)) return 'Say to whom: npm run doctor -- --mail someone@college.example'
  const fault = await testEmailFault(config, to)
  if (!fault)
    console.log(
      `A test email to ${to} was accepted by the mail server. Look whether it arrives, and not in the spam folder.`,
    )
  return fault
}

/** Whoever made the whole trail anew made other seals than the letters have. */
async function notAsMailed(): Promise<string[]> {
  const [command, number = '', mailed = ''] = process.argv.slice(2)
  if (command !== 'seal') return []
  const seal = await sealAt({ db }, Number(number) || 0)
  if (seal?.digest.toString('hex') === mailed.trim().toLowerCase()) return []
  return [`Seal ${number} of the audit trail is not the one of the letter.`]
}
