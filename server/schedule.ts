/** What happens by itself, and when. */
import { z } from 'zod'
import { sweepRemoved } from '#server/abstracts/remove.ts'
import { sweepAbstractFiles } from './abstracts/save.ts'
import { sweepUploads } from './abstracts/uploads.ts'
import { eraseDue, eraseJob } from './accounts/closure.ts'
import { sweepSessions } from './accounts/sessions.ts'
import { sweepStaffSessions } from './accounts/staff.ts'
import { brokenInvariants } from './invariants.ts'
import { deliver, deliverJob, sweepJob, sweepMail } from './mail/outbox.ts'
import { compareBooks, reconcile, reconcileJob } from './payments/reconcile.ts'
import { sweepPhotos } from './people/profiles.ts'
import { sweepIncoming } from './platform/files/files.ts'
import type { Due, Job } from './platform/jobs/jobs.ts'
import type { Config } from './platform/process/config.ts'
import { sweepCaptchas } from './platform/security/captcha.ts'
import { sweepRateLimits } from './platform/security/rate-limits.ts'
import type { World } from './world.ts'

const hour = 3_600_000
const DeliverPayload = z.object({ mailId: z.number() })

export const schedule: Due[] = [
  {
    job: sweepJob,
    when: '* * * * *',
    about: 'Every minute: letters are found whose server was killed before it could deliver them.',
  },
  {
    job: reconcileJob,
    when: '* * * * *',
    about:
      'Every minute: the bank is asked about every payment that is not finished, and seats that nobody paid for are free again.',
  },
  {
    job: 'compare-books',
    when: '37 * * * *',
    about: 'Every hour: what the bank took in the last two days is compared with the ledger.',
  },
  {
    job: 'sweep-accounts',
    when: '41 * * * *',
    about: 'Every hour: sessions, used captchas and counts that no longer matter are removed.',
  },
  {
    job: 'sweep-files',
    when: '23 * * * *',
    about:
      'Every hour: files are removed whose upload was killed before anything referred to them, uploads that nobody went on with, and drafts that were removed a month ago.',
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
]

/** What asks the bank is done where the bank's password is, and the rest by the portal, which also has the mail server's. */
const ofPayments = [reconcileJob, 'compare-books']

/** What of it this process does. */
export function workOf(world: World, { SERVICES }: Pick<Config, 'SERVICES'>): { jobs: Job[]; schedule: Due[] } {
  const isOurs = (job: string) => SERVICES.includes(ofPayments.includes(job) ? 'payments' : 'portal')
  return {
    jobs: jobsOf(world).filter(({ name }) => isOurs(name)),
    schedule: schedule.filter(({ job }) => isOurs(job)),
  }
}

export function jobsOf(world: World): Job[] {
  return [
    { name: deliverJob, work: async (payload) => deliver(world, DeliverPayload.parse(payload).mailId) },
    { name: sweepJob, work: async () => sweepMail(world) },
    { name: reconcileJob, work: async () => reconcile(world) },
    { name: 'compare-books', work: async () => compareBooks(world) },
    {
      name: 'sweep-accounts',
      work: async () => {
        await sweepSessions(world)
        await sweepStaffSessions(world)
        await sweepCaptchas(world.db, world.now())
        await sweepRateLimits(world)
      },
    },
    {
      name: 'sweep-files',
      work: async () => {
        await sweepIncoming(world.files, new Date(world.now().getTime() - hour))
        await sweepPhotos(world)
        await sweepUploads(world)
        await sweepRemoved(world)
        await sweepAbstractFiles(world)
      },
    },
    { name: eraseJob, work: async () => eraseDue(world) },
    {
      name: 'check-invariants',
      work: async () => {
        for (const sentence of await brokenInvariants(world))
          world.log.error({ invariant: sentence }, 'the data is not sound')
      },
    },
  ]
}
