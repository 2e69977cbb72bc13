/** Every promise that the portal made, written down when it was heard, and compared with the database at the end. */
import { appendFileSync, readFileSync } from 'node:fs'

export type Promised =
  | { what: 'order'; name: string }
  | { what: 'payment'; name: string }
  | { what: 'sign-up'; name: string }

/** What the database has, by the names that people were told. */
export type Found = Record<Promised['what'], ReadonlySet<string>>

export type Journal = { write: (promised: Promised) => void; read: () => Promised[] }

/** A file, and at once: what this process forgets when it is killed was promised all the same. */
export function openJournal(file: string): Journal {
  appendFileSync(file, '')
  return {
    write: (promised) => appendFileSync(file, `${JSON.stringify(promised)}\n`),
    read: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Promised),
  }
}

/** What was promised and is not there. */
export function lostOf(promised: Promised[], found: Found): Promised[] {
  return promised.filter(({ what, name }) => !found[what].has(name))
}

export function countOf(promised: Promised[]): string {
  const count = (what: Promised['what']) => promised.filter((each) => each.what === what).length
  return `${count('order')} orders, ${count('payment')} payments, ${count('sign-up')} sign-ups`
}

/** What somebody asked for and heard. */
export type Answer = {
  kind: 'write' | 'page' | 'ready'
  path: string
  status: number | string
  retryAfter: string | null
  began: number
  ended: number
  /** It was done, and the person was told so. */
  isPromise: boolean
}

/** Nobody hears anything but "here it is", "look there" and "come again in a moment"; readers of pages only the first. */
export function wrongAnswers(answers: Answer[]): Answer[] {
  return answers.filter(({ kind, status, retryAfter }) => {
    if (kind === 'page') return status !== 200
    return !(status === 200 || status === 303 || (status === 503 && retryAfter !== null))
  })
}

/** The longest time in which nobody was promised anything, in seconds, of what happened between the two moments. */
export function longestPause(answers: Answer[], { from, until }: { from: number; until: number }): number {
  const promises = answers.filter(({ isPromise, ended }) => isPromise && ended >= from && ended <= until)
  const moments = [from, ...promises.map(({ ended }) => ended).toSorted((a, b) => a - b), until]
  return Math.max(...moments.slice(1).map((moment, at) => moment - (moments[at] as number))) / 1000
}

/** How long the portal called itself not ready, in seconds. */
export function notReadyFor(answers: Answer[], { from, until }: { from: number; until: number }): number {
  const probes = answers.filter(({ kind, ended }) => kind === 'ready' && ended >= from && ended <= until)
  const refused = probes.filter(({ status }) => status !== 200)
  const [first, last] = [refused[0], refused.at(-1)]
  return first && last ? (last.ended - first.began) / 1000 : 0
}

const error = 50

/**
 * A call whose question to the database is wrong is told "come again in a moment" like one that met the fault, and a job that fails is seen by
 * nobody: the log tells them apart. What does not come from a logger is the end of a process.
 */
export function errorsIn(lines: readonly string[]): string[] {
  return lines.filter((line) => {
    const level = /^\{"level":(\d+)/.exec(line)?.[1]
    return level ? Number(level) >= error : /^\s*at |Error\b|unexpectedly/.test(line)
  })
}
