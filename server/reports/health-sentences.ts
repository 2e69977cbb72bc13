/** How the portal is doing, in sentences that say what to do: the console and `npm run doctor` say the same. `ops/alerts.yaml` has the same limits. */
import { hour, minute } from '#contract/durations.ts'
import type { HealthPart } from '#contract/health.ts'
import { partOf } from '#server/kernel/health-part.ts'
import type { MailState } from '#server/mail/figures.ts'
import type { PaymentsState } from '#server/payments/figures.ts'
import type { Checked } from '#server/platform/jobs/checks.ts'
import type { MachineState } from '#server/platform/process/machine-figures.ts'

/** From here on somebody must do something. */
export const lateAfter = { letter: 10 * minute, attempt: 55 * minute, exception: 4 * hour, check: 26 * hour }
export const littleDisk = 2e9
const slowDatabase = 1000
const farBehind = 30

export function databasePart(milliseconds: number): HealthPart {
  const says = `It answered in ${Math.max(1, Math.round(milliseconds))} ms.`
  if (milliseconds < slowDatabase) return partOf('database', 'good', says)
  return partOf('database', 'wait', says, 'Look what else keeps its machine busy.')
}

export function standbysPart({ standbys, standbyMissing, lag }: MachineState): HealthPart {
  if (standbyMissing)
    return partOf(
      'standbys',
      'bad',
      'Every change waits for a standby that is not there, and is answered with 503.',
      'Bring the standby back, or let the cluster go on without it.',
    )
  if (standbys === 0) return partOf('standbys', 'off', 'No standby follows the database.')
  const follow = standbys === 1 ? 'One standby follows' : `${standbys} standbys follow`
  if (lag === null)
    return partOf('standbys', 'wait', `${follow}; how far behind cannot be seen.`, 'Grant pg_monitor to our role.')
  const says = `${follow}, ${Math.round(lag)} s behind at most.`
  if (lag < farBehind) return partOf('standbys', 'good', says)
  return partOf('standbys', 'wait', says, 'Look at its machine and the network between: it would lose that much.')
}

type Post = { now: Date; hasServer: boolean; production: boolean }

export function mailPart(
  { waiting, since, held, notAccepted, answer, givenUpLately }: MailState,
  { now, hasServer, production }: Post,
): HealthPart {
  if (!hasServer)
    return production
      ? partOf('mail', 'bad', 'Letters go nowhere: there is no mail server.', 'Set SMTP_URL and MAIL_FROM.')
      : partOf('mail', 'off', 'A demonstration sends no letters; whoever sits at the machine reads them at /_mail.')
  if (held > 0) return heldPart(held)
  if (notAccepted > 0)
    return partOf(
      'mail',
      'bad',
      `The mail server refuses our account or settings${replyCode(answer)}. ${many(notAccepted, 'email waits', 'emails wait')}.`,
      'Check the user and password in SMTP_URL, the address in MAIL_FROM, and whether the server asks for TLS. Emails are retried for three days.',
    )
  const says = waiting === 0 ? 'No letter waits.' : `${many(waiting, 'letter waits', 'letters wait')}.`
  if (since && isLate(since, now, lateAfter.letter))
    return partOf(
      'mail',
      'bad',
      `${says} The oldest for ${ago(since, now)}.`,
      'Check the mail server of SMTP_URL; the log has its answers. Emails are retried for three days.',
    )
  if (givenUpLately > 0)
    return partOf(
      'mail',
      'wait',
      `${says} ${many(givenUpLately, 'was', 'were')} given up in the last day.`,
      'The log says why. Often an address was mistyped: correct it with the person.',
    )
  return partOf('mail', 'good', says)
}

/** ` (535 5.7.8)`: the code alone, because the answer may name a person's address. */
function replyCode(answer: string | null): string {
  const [code] = /\b[45]\d\d(?:[ -][45]\.\d{1,3}\.\d{1,3})?\b/.exec(answer ?? '') ?? []
  return code ? ` (${code})` : ''
}

/** Unsent in a backup that was restored. */
export function heldPart(held: number): HealthPart {
  if (held === 0) return partOf('mail', 'good', 'No letter waits since a restore.')
  const says = `${many(held, 'letter waits', 'letters wait')} since a restore.`
  return partOf('mail', 'bad', says, 'Run npm run restore -- --release-letters, which sends them.')
}

export function paymentsPart({ open, openSince }: PaymentsState, now: Date): HealthPart {
  if (open === 0) return partOf('payments', 'good', 'No payment is unfinished.')
  const says = `${many(open, 'payment is', 'payments are')} unfinished`
  if (!openSince || !isLate(openSince, now, lateAfter.attempt))
    return partOf('payments', 'good', `${says}; the bank is asked every minute.`)
  return partOf(
    'payments',
    'bad',
    `${says}, the oldest for ${ago(openSince, now)}.`,
    'The bank probably does not answer. Look for it in the log, call the bank, and use "Ask the bank" under Finance.',
  )
}

export function exceptionsPart({ exceptions, exceptionsSince }: PaymentsState, now: Date): HealthPart {
  if (!exceptionsSince) return partOf('exceptions', 'good', 'No payment waits for a decision.')
  const isOld = isLate(exceptionsSince, now, lateAfter.exception)
  const says = `${many(exceptions, 'payment waits', 'payments wait')} for a decision, the oldest for ${ago(exceptionsSince, now)}.`
  return partOf('exceptions', isOld ? 'bad' : 'wait', says, 'Resolve what stands under Finance.')
}

export function jobsPart(givenUp: number, waiting?: number): HealthPart {
  if (givenUp > 0)
    return partOf(
      'jobs',
      'bad',
      `${many(givenUp, 'job', 'jobs')} failed every time and ${givenUp === 1 ? 'was' : 'were'} given up.`,
      'The log has the error. Fix the cause, then run npm run doctor -- --retry, which tries them again.',
    )
  return partOf('jobs', 'good', `None was given up; ${waiting ?? 0} to be done.`)
}

export function diskPart(freeBytes: number): HealthPart {
  const says = `${(freeBytes / 1e9).toFixed(1)} GB are free where the portal keeps its files.`
  if (freeBytes >= littleDisk) return partOf('disk', 'good', says)
  return partOf(
    'disk',
    'bad',
    says,
    'Make room. Below FREE_DISK_MB files are refused; with none left the embedded database stops.',
  )
}

type CheckWords = { topic: 'invariants' | 'files' | 'seals'; good: string; bad: string; next: string }

export const checkWords = {
  invariants: {
    topic: 'invariants',
    good: 'All that must be true of the data was true.',
    bad: 'Data that must always agree does not.',
    next: 'Make a backup before anything is changed by hand, and show these sentences to whoever maintains the portal.',
  },
  files: {
    topic: 'files',
    good: 'Every file that people sent is there.',
    bad: 'There is a problem with the files that people sent.',
    next: 'Put missing and damaged files back from a backup. The next check finds them.',
  },
  seals: {
    topic: 'seals',
    good: 'Nothing of the audit trail was changed or removed.',
    bad: 'The audit trail is not as it was sealed.',
    next: 'Keep the letters with the seals, and ask whoever may change the database by hand.',
  },
} as const satisfies Record<string, CheckWords>

/** What was checked in the night, or by the doctor just now. */
export function checkPart({ topic, good, bad, next }: CheckWords, checked: Checked | undefined, now: Date): HealthPart {
  if (!checked) return partOf(topic, 'off', 'Not checked yet: that is done every night.')
  const { at, problems } = checked
  if (problems.length > 0) return partOf(topic, 'bad', bad, next, { details: shortened(problems), at })
  if (isLate(at, now, lateAfter.check))
    return partOf(topic, 'wait', `${good} That was ${ago(at, now)} ago.`, 'Look in the log why the night did not.', {
      at,
    })
  return partOf(topic, 'good', good, '', { at })
}

export function secretsPart([difference]: string[]): HealthPart {
  if (!difference) return partOf('secrets', 'good', 'All instances have the same secrets.')
  const [says = '', ...rest] = difference.split('. ')
  return partOf('secrets', 'bad', `${says}.`, rest.join('. '))
}

export function blindnessPart(hasBlindRole: boolean): HealthPart {
  if (hasBlindRole) return partOf('blindness', 'good', 'Two walls stand between reviewers and authors.')
  return partOf(
    'blindness',
    'wait',
    'One wall of two stands between reviewers and authors: the role colloquium_blind is missing.',
    'Make it as the operating manual says, and start the portal again.',
  )
}

/** Nothing here knows of the newest versions: people compare. */
export function enginesPart(postgres: string): HealthPart {
  return partOf(
    'engines',
    'good',
    `PostgreSQL ${postgres}, Node ${process.versions.node}, OpenSSL ${process.versions.openssl}.`,
  )
}

/** For a terminal: what was found, then what to do. */
export function linesOf({ state, says, next, details }: HealthPart): { problems: string[]; next: string } {
  if (state !== 'bad') return { problems: [], next: '' }
  return details.length > 0 ? { problems: details, next } : { problems: [`${says} ${next}`.trim()], next: '' }
}

const mostTold = 20

function shortened(problems: string[]): string[] {
  if (problems.length <= mostTold) return problems
  return [...problems.slice(0, mostTold), `And ${problems.length - mostTold} more.`]
}

const isLate = (since: Date, now: Date, after: number): boolean => now.getTime() - since.getTime() > after

const many = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`

/** `25 minutes`, `5 hours`, `3 days` */
function ago(since: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - since.getTime()) / minute)
  if (minutes < 120) return many(minutes, 'minute', 'minutes')
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}
