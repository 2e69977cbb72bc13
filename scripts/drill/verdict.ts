/** What the drill must show, each as a sentence that is true or not, and the table for docs/running-it.md. */
import type { Result } from './failover.ts'
import { countOf, wrongAnswers } from './journal.ts'
import { finishedAfter, twiceTold } from './letters.ts'

export type Check = { sentence: string; isTrue: boolean }

/** Whatever was in hand when something was killed. */
const finishedWithin = 120
const standbyBackWithin = 5
/** Five seconds for a commit, after two at most for a connection, when all of them wait. */
const answeredWithin = 7

export function checksOf(result: Result): Check[] {
  return [
    ...promisesOf(result),
    ...answersOf(result),
    ...timesOf(result),
    ...lettersOf(result),
    linesOf(result),
    errorsOf(result),
  ]
}

function promisesOf({ promised, lost, unpaid, books, broken, isFinished }: Result): Check[] {
  const { captured, entries, receipts, letters, paid } = books
  const all = [captured, entries, receipts, letters, paid]
  return [
    { sentence: `of ${countOf(promised)} that were acknowledged, ${lost.length} lost`, isTrue: lost.length === 0 },
    { sentence: `what was paid for was booked and told ${isFinished ? '' : 'not '}in time`, isTrue: isFinished },
    { sentence: `orders that could not be paid in the end: ${unpaid}`, isTrue: unpaid === 0 },
    {
      sentence: `captures ${captured} = ledger ${entries} = receipts ${receipts} = letters ${letters} = paid orders ${paid}`,
      isTrue: captured > 0 && new Set(all).size === 1,
    },
    { sentence: `invariants: ${broken.length === 0 ? 'true' : broken.join(' ')}`, isTrue: broken.length === 0 },
  ]
}

function answersOf({ crowd: { answers } }: Result): Check[] {
  const wrong = wrongAnswers(answers)
  const kinds = Object.entries(Object.groupBy(answers, ({ kind, status }) => `${kind} ${status}`))
  const counts = kinds.map(([kind, those]) => `${kind}: ${those?.length}`).toSorted()
  const examples = wrong.slice(0, 5).map(({ path, status, retryAfter }) => `${path} ${status} ${retryAfter ?? ''}`)
  const pages = answers.filter(({ kind }) => kind === 'page')
  return [
    {
      sentence: `${answers.length} answers (${counts.join(', ')}), ${wrong.length} other than 200, 303 and 503 with Retry-After ${examples.join('; ')}`,
      isTrue: wrong.length === 0,
    },
    {
      sentence: `${pages.length} pages, ${pages.filter(({ status }) => status !== 200).length} failed`,
      isTrue: pages.length > 0 && pages.every(({ status }) => status === 200),
    },
  ]
}

function timesOf({ felt, alone }: Result): Check[] {
  return [
    ...felt.map(({ fault, writes, within }) => ({
      sentence: `${fault}: writes back after ${writes.toFixed(1)} s (at most ${within})`,
      isTrue: writes <= within,
    })),
    {
      sentence: `both standbys gone: ${alone.promises.length} promises, ${alone.pages} pages; writes back ${alone.back.toFixed(1)} s after one was there (at most ${standbyBackWithin})`,
      isTrue: alone.promises.length === 0 && alone.pages > 0 && alone.back <= standbyBackWithin,
    },
    {
      sentence: `while commits waited for a standby, the slowest answer took ${alone.slowest.toFixed(1)} s (at most ${answeredWithin})`,
      isTrue: alone.slowest <= answeredWithin,
    },
  ]
}

function lettersOf({ inHand, mailbox, buyers }: Result): Check[] {
  const after = finishedAfter(inHand, mailbox.letters)
  const told = after.map((seconds) => (seconds === undefined ? 'never' : seconds.toFixed(0)))
  const twice = twiceTold(buyers, mailbox.letters)
  const again = mailbox.letters.length - new Set(mailbox.letters.map(({ id }) => id)).size
  return [
    {
      sentence: `${inHand.length} purchases in hand at a fault, finished with their letter after ${told.join(', ')} s (at most ${finishedWithin})`,
      isTrue: after.every((seconds) => seconds !== undefined && seconds <= finishedWithin),
    },
    {
      sentence: `${mailbox.letters.length} letters, ${again} of them again with the same id; people who were told otherwise: ${twice.join(', ') || 'none'}`,
      isTrue: twice.length === 0,
    },
  ]
}

/** One a second, and a few that belong to nobody's second: the pages tell once that they are not refreshed, a letter that it is tried again. */
function linesOf({ felt, logLines }: Result): Check {
  const most = felt.map(({ began, ended }) => Math.ceil((ended - began) / 1000) + 5)
  return {
    sentence: `lines of warnings in the log for each fault: ${logLines.join(', ')} (at most one a second: ${most.join(', ')})`,
    isTrue: logLines.every((lines, at) => lines <= (most[at] as number)),
  }
}

function errorsOf({ errors }: Result): Check {
  const examples = errors.slice(0, 5).map((line) => line.slice(0, 500))
  return {
    sentence: `errors in the log that are not the absence of the database: ${errors.length} ${examples.join('; ')}`,
    isTrue: errors.length === 0,
  }
}

/** One row for each kind of fault. */
export function tableOf({ felt, logLines }: Result): string[] {
  const rows = Map.groupBy(felt, ({ fault }) => fault)
  const figures = (values: number[]) =>
    values
      .toSorted((a, b) => a - b)
      .map((value) => value.toFixed(1))
      .join(', ')
  return [
    '| what happened | times | writes refused for (s) | `/readyz` down (s) | lines in the log |',
    '|---|---|---|---|---|',
    ...[...rows].map(([fault, those]) => {
      const lines = felt.flatMap((each, at) => (each.fault === fault ? [logLines[at]] : []))
      return `| ${fault} | ${those.length} | ${figures(those.map(({ writes }) => writes))} | ${figures(those.map(({ ready }) => ready))} | ${lines.join(', ')} |`
    }),
  ]
}
