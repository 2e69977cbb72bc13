import { z } from 'zod'
/** What happens by itself, and when. */
import { hour } from '#contract/durations.ts'
import { sweepRemoved } from '#server/abstracts/remove.ts'
import { conflictsJob } from './abstracts/authors.ts'
import { sweepUploads } from './abstracts/uploads.ts'
import { eraseDue, eraseJob } from './accounts/closure/closure.ts'
import { sweepSessions } from './accounts/sign-in/sessions.ts'
import { removeUnverified } from './accounts/sign-in/unverified.ts'
import { sweepChallenges } from './accounts/staff/passkeys.ts'
import { sweepStaffSessions } from './accounts/staff/staff.ts'
import { brokenInvariants } from './audit/invariants.ts'
import { checkSeals, checkSealsJob, sealJob, sealTrail } from './audit/seals.ts'
import type { Backups } from './backup/by-schedule.ts'
import { sweepFiles } from './backup/sweep-files.ts'
import { sweepExports } from './exports/exports.ts'
import { writeExport, writeJob } from './exports/write.ts'
import { sweepAnswers } from './kernel/acts.ts'
import { deliver, deliverJob, sweepJob, sweepMail } from './kernel/outbox/outbox.ts'
import type { World } from './kernel/world.ts'
import { sendMailings } from './mail/run-mailings.ts'
import { mailingsJob } from './mail/send-mailing.ts'
import { publishDue, publishJob } from './pages/publish.ts'
import { compareBooks, reconcile, reconcileJob } from './payments/card/reconcile.ts'
import { sweepIncoming } from './platform/files/files.ts'
import { noteCheck } from './platform/jobs/checks.ts'
import type { Due, Job } from './platform/jobs/jobs.ts'
import { sweepCaptchas } from './platform/security/captcha.ts'
import { sweepRateLimits } from './platform/security/rate-limits.ts'
import { checkFiles } from './reports/check-files.ts'
import { findAllLikeness, findLikeness, likenessJob } from './selection/abstracts/likeness.ts'
import { computeRun, runJob, takeUpRuns } from './selection/assignment/runs.ts'
import { findAllConflicts, findConflicts } from './selection/conflicts/conflicts.ts'
import { sendDueRevisions, sendRevisionsJob } from './selection/decisions/revisions.ts'
import { resetJob, tellReset } from './selection/decisions/take-back.ts'
import { prepareBlind, prepareJob, takeUpBlind } from './selection/redaction/prepare-blind.ts'
import { remindByClock } from './selection/reviewers/reminders.ts'

const DeliverPayload = z.object({ mailId: z.number() })
const ExportPayload = z.object({ exportId: z.number() })
const EventPayload = z.object({ eventId: z.number() })
const DecisionPayload = z.object({ decisionId: z.number() })
const RunPayload = z.object({ runId: z.number() })

export const schedule: Due[] = [
  {
    job: sweepJob,
    when: '* * * * *',
    about: 'Every minute: letters are found whose server was killed before it could deliver them.',
  },
  {
    job: mailingsJob,
    when: '* * * * *',
    about: 'Every minute: letters to many begin whose time has come, and those go on whose server was killed.',
  },
  {
    job: reconcileJob,
    when: '* * * * *',
    about:
      'Every minute: the bank is asked about every payment that is not finished, and seats that nobody paid for are free again.',
  },
  {
    job: publishJob,
    when: '* * * * *',
    about: 'Every minute: drafts of pages are published whose day has come.',
  },
  {
    job: 'compare-books',
    when: '37 * * * *',
    about: 'Every hour: what the bank took in the last two days is compared with the ledger.',
  },
  {
    job: 'sweep-accounts',
    when: '41 * * * *',
    about:
      'Every hour: sessions, used captchas, counts and answers to changes of staff that no longer matter are removed, and sign-ups that were not verified for 30 days.',
  },
  {
    job: 'sweep-files',
    when: '23 * * * *',
    about:
      'Every hour: files are removed whose upload was killed before anything referred to them, uploads that nobody went on with, and drafts that were removed a month ago.',
  },
  {
    job: 'sweep-exports',
    when: '*/5 * * * *',
    about: 'Every five minutes: exports are deleted that are an hour old, and those given up whose server was killed.',
  },
  {
    job: eraseJob,
    when: '11 * * * *',
    about: 'Every hour: people are erased who asked for it a week ago and did not change their mind.',
  },
  {
    job: 'check-invariants',
    when: '17 2 * * *',
    about: 'Every night: the stated truths about the data are checked, and a broken one is logged as an error.',
  },
  {
    job: sealJob,
    when: '7 * * * *',
    about: 'Every hour: what was written to the audit trail is sealed.',
  },
  {
    job: checkSealsJob,
    when: '19 2 * * *',
    about:
      'Every night: the seals made since all was well are compared with the audit trail, and the newest is sent to the owners.',
  },
  {
    job: 'take-up-assignments',
    when: '* * * * *',
    about: 'Every minute: a proposal who reviews what is computed again whose server was killed.',
  },
  {
    job: sendRevisionsJob,
    when: '*/5 * * * *',
    about: 'Every five minutes: revisions whose day is over go back to the reviewers, as they were last saved.',
  },
  {
    job: 'take-up-redactions',
    when: '* * * * *',
    about: 'Every minute: abstracts that reviewers wait for are made blind, also where a server was killed meanwhile.',
  },
  {
    job: 'find-all-conflicts',
    when: '31 2 * * *',
    about: 'Every night: reviewers are compared with authors, and conflicts of interest written down.',
  },
  {
    job: 'find-all-likeness',
    when: '51 2 * * *',
    about: 'Every night: abstracts are compared with each other, and those that say much the same written down.',
  },
  {
    job: 'remind-reviewers',
    when: '*/15 * * * *',
    about: 'Every quarter of an hour: where it is nine in the morning, reviewers hear how many reviews they owe.',
  },
  {
    job: 'check-files',
    when: '47 2 * * *',
    about:
      'Every night: every file that a row names is looked for, and one in a hundred, at least twenty, compared with its sum.',
  },
]

/** Where BACKUP_TO is set. */
const ofBackups: Due[] = [
  {
    job: 'back-up',
    when: '0 * * * *',
    about: "At three in the college's night, of the embedded database every hour: a backup is made, and old ones go.",
  },
  {
    job: 'drill',
    when: '20 * * * *',
    about: 'On Sundays at four in the night: a fresh backup is restored beside, checked and removed again.',
  },
]

/** What asks the bank is done where the bank's password is, and the rest by the portal, which also has the mail server's. */
const ofPayments = [reconcileJob, 'compare-books']

/** What of it this process does. */
export function workOf(world: World, { config, url }: Backups): { jobs: Job[]; schedule: Due[] } {
  const isOurs = (job: string) => config.SERVICES.includes(ofPayments.includes(job) ? 'payments' : 'portal')
  const backups = config.BACKUP_TO ? { config, url } : undefined
  return {
    jobs: jobsOf(world, backups).filter(({ name }) => isOurs(name)),
    schedule: [...schedule, ...(backups ? ofBackups : [])].filter(({ job }) => isOurs(job)),
  }
}

export function jobsOf(world: World, backups?: Backups): Job[] {
  return [
    ...(backups ? jobsOfBackups(world, backups) : []),
    { name: deliverJob, work: async (payload) => deliver(world, DeliverPayload.parse(payload).mailId) },
    { name: sweepJob, work: async () => sweepMail(world) },
    { name: mailingsJob, work: async () => sendMailings(world) },
    { name: reconcileJob, work: async () => reconcile(world) },
    { name: 'compare-books', work: async () => compareBooks(world) },
    {
      name: 'sweep-accounts',
      work: async () => {
        await sweepSessions(world)
        await removeUnverified(world)
        await sweepStaffSessions(world)
        await sweepChallenges(world)
        await sweepAnswers(world)
        await sweepCaptchas(world.db, world.now())
        await sweepRateLimits(world)
      },
    },
    {
      name: 'sweep-files',
      work: async () => {
        await sweepIncoming(world.files, new Date(world.now().getTime() - hour))
        await sweepUploads(world)
        await sweepRemoved(world)
        await sweepFiles(world)
      },
    },
    { name: publishJob, work: async () => publishDue(world) },
    { name: writeJob, work: async (payload) => writeExport(world, ExportPayload.parse(payload).exportId) },
    { name: 'sweep-exports', work: async () => sweepExports(world) },
    {
      name: eraseJob,
      work: async () => {
        await eraseDue(world)
        if (backups) await (await backupWork()).keepErasures(world, backups)
      },
    },
    { name: sealJob, work: async () => void (await sealTrail(world)) },
    { name: checkSealsJob, work: async () => void (await checkSeals(world)) },
    {
      name: 'check-invariants',
      work: async () => {
        const broken = await brokenInvariants(world)
        for (const sentence of broken) world.log.error({ invariant: sentence }, 'the data is not sound')
        await noteCheck(world, 'invariants', broken)
      },
    },
    { name: conflictsJob, work: async (payload) => findConflicts(world, EventPayload.parse(payload).eventId) },
    { name: sendRevisionsJob, work: async () => sendDueRevisions(world) },
    { name: 'find-all-conflicts', work: async () => findAllConflicts(world) },
    { name: likenessJob, work: async (payload) => findLikeness(world, EventPayload.parse(payload).eventId) },
    { name: 'find-all-likeness', work: async () => findAllLikeness(world) },
    { name: resetJob, work: async (payload) => tellReset(world, DecisionPayload.parse(payload).decisionId) },
    { name: runJob, work: async (payload) => computeRun(world, RunPayload.parse(payload).runId) },
    { name: 'take-up-assignments', work: async () => takeUpRuns(world) },
    { name: 'remind-reviewers', work: async () => remindByClock(world) },
    { name: prepareJob, work: async () => prepareBlind(world) },
    { name: 'take-up-redactions', work: async () => takeUpBlind(world) },
    { name: 'check-files', work: async () => checkFiles(world) },
  ]
}

/** Read when the first one is due: a start need not know how to encrypt. */
const backupWork = () => import('./backup/by-schedule.ts')

function jobsOfBackups(world: World, backups: Backups): Job[] {
  return [
    { name: 'back-up', work: async () => (await backupWork()).backUpWhenDue(world, backups) },
    { name: 'drill', work: async () => (await backupWork()).drillWhenDue(world, backups) },
  ]
}
