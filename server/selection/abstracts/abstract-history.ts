/** What happened to an abstract, in words: from what its rows say, the newest first. */
import type { ReplyOf } from '#contract/operation.ts'
import type { AbstractShow } from '#contract/selection/abstract-detail.ts'

export type Shown = Extract<ReplyOf<typeof AbstractShow>, { hasConflict: false }>

/** An assignment with what was said for it. */
export type Given = Omit<Shown['reviews'][number], 'submittedAt' | 'nameFound'> & {
  submittedAt: Date | null
  assignedAt: Date
  changedAt: Date
  reason: string
}

export type Happened = {
  submittedAt: Date
  withdrawnAt: Date | null
  versions: readonly { number: number; savedAt: string; isAside: boolean }[]
  given: readonly Given[]
  redactions: readonly { version: number; at: Date; by: string | null; file: 'copy' | 'none' | 'cannot' }[]
  told: Shown['told']
}
type Line = Shown['history'][number]

const line = (at: Date | string | null, text: string, isGood = false): Line[] =>
  at === null ? [] : [{ at: new Date(at).toISOString(), text, isGood }]

export function historyOf({ submittedAt, withdrawnAt, versions, given, redactions, told }: Happened): Line[] {
  const lines = [
    ...line(submittedAt, 'Submitted by the author', true),
    ...versions
      .filter(({ savedAt }) => new Date(savedAt) > submittedAt)
      .flatMap(({ number, savedAt, isAside }) =>
        line(savedAt, `Version ${number} saved by the author${isAside ? ', too late' : ''}`),
      ),
    ...redactions.flatMap(({ version, at, by, file }) =>
      line(at, `Version ${version} shown to reviewers${by ? ` by ${by}` : ''}${fileWords[file]}`),
    ),
    ...assignedTogether(given),
    ...given.flatMap(ended),
    ...told.flatMap(({ at, outcome, asType, by, wasTakenBack }) =>
      line(
        at,
        `${outcomeWords[outcome]}${asType ? ` as ${asType.toLowerCase()}` : ''}, published by ${by}${wasTakenBack ? ', taken back' : ''}`,
        outcome === 'accepted' && !wasTakenBack,
      ),
    ),
    ...line(withdrawnAt, 'Withdrawn by the author'),
  ]
  return lines.toSorted((one, other) => other.at.localeCompare(one.at))
}

const fileWords = { copy: ' with a blind copy of its file', none: '', cannot: ' without its file' }

const outcomeWords: Record<Shown['told'][number]['outcome'], string> = {
  accepted: 'Accepted',
  rejected: 'Rejected',
  waiting: 'Waiting list',
  revise: 'Revision asked for',
  merged: 'Merged',
  duplicate: 'Marked as a duplicate',
  reset: 'Under review again',
}

/** Those who got it at one moment, in one line. */
function assignedTogether(given: readonly Given[]): Line[] {
  const moments = Map.groupBy(given, ({ assignedAt }) => assignedAt.getTime())
  return [...moments].flatMap(([at, those]) =>
    line(new Date(at), `Assigned to ${those.length === 1 ? (those[0] as Given).name : `${those.length} reviewers`}`),
  )
}

function ended({ state, alias, name, total, submittedAt, changedAt, reason }: Given): Line[] {
  const why = reason ? `: ${reason.replaceAll('_', ' ')}` : ''
  if (state === 'declined') return line(changedAt, `${name} declined${why}`)
  if (state === 'cancelled') return line(changedAt, `${name} no longer has it${why}`)
  if (state === 'sent_back') return line(changedAt, `Review of ${name} sent back`)
  return line(submittedAt, `Reviewer ${alias} submitted${total === null ? '' : `, total ${total.toFixed(1)}`}`, true)
}
