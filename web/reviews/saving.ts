/** Saves what is being written: on this device at once, on the server soon after. What finds no line goes when there is one. */
import { randomId } from '#web/platform/call.ts'

export type Sent<Values> = { values: Values; version: number; saveKey: string }

/** What lies on this device until the server has it. */
export type Kept<Values> = {
  values: Values
  /** The stored version that it goes on from. */
  version: number
  /** Sent without an answer. It may have arrived, so it goes once more under its own key before anything newer. */
  sent?: Sent<Values> | undefined
}

export type Stored<Values> = { values: Values; version: number }
export type Answer<Values> =
  | { kind: 'saved'; version: number; savedAt: string }
  /** Saved elsewhere meanwhile. */
  | { kind: 'changed'; stored: Stored<Values> }
  /** It is submitted: only another submit changes it. */
  | { kind: 'submitted' }
  /** It was not taken as it is. */
  | { kind: 'refused' }
  /** Nothing is taken any more; without a sentence it is not there any more. */
  | { kind: 'over'; sentence: string }
  | { kind: 'unanswered' }

export type Saving<Values> = Stored<Values> & {
  /** `kept`: on this device, on its way; `waiting`: there is no line; `differs`: somebody has to choose. */
  standing: 'saved' | 'kept' | 'waiting' | 'differs' | 'over'
  /** Once it is submitted, changes stay on this device until they are submitted too. */
  isSubmitted: boolean
  /** Whether this device could keep what is not saved yet. */
  isKept: boolean
  savedAt: string | undefined
  /** The other text, while somebody has to choose. */
  stored?: Stored<Values> | undefined
  sentence?: string | undefined
}

type Send<Values> = (sent: Sent<Values>, isLeaving: boolean) => Promise<Answer<Values>>

export type Ends<Values> = {
  send: Send<Values>
  /** Says whether it is kept. */
  keep: (kept: Kept<Values>) => Promise<boolean>
  /** The server has this; what this device keeps of anything newer stays. */
  forget: (saved: Values) => void
  isSame: (one: Values, other: Values) => boolean
}

/** After the last letter; somebody who never stops is saved all the same. */
const pause = 2000
const longest = 10_000
const pauses = [3000, 5000, 10_000, 30_000]

type Told<Values> = Stored<Values> & Pick<Saving<Values>, 'savedAt' | 'isSubmitted'>
type Begin<Values> = Told<Values> & { kept: Kept<Values> | undefined }

export function openSaving<Values>(begin: Begin<Values>, { send, keep, forget, isSame }: Ends<Values>) {
  const { now, become, listen } = observed(stateFrom(begin))
  let sent = begin.kept?.sent
  let failures = 0
  let isStopped = false
  let running: Promise<Answer<Values>['kind']> | undefined
  const isUnsaved = () => now().standing === 'kept' || now().standing === 'waiting'
  const clock = makeClock(() => void flush())
  const plan = (wait?: number) => {
    if (!isStopped && !now().isSubmitted && isUnsaved()) clock.plan(wait)
  }
  const write = () => {
    const { values, version } = now()
    if (!isStopped) void keep({ values, version, sent }).then((isKept) => isKept !== now().isKept && become({ isKept }))
  }

  const take = (answer: Answer<Values>, of: Sent<Values>): void => {
    if (answer.kind === 'unanswered') failures += 1
    else [failures, sent] = [0, undefined]
    become(changeBy({ answer, of }, now(), isSame))
    if (now().standing === 'saved') return forget(of.values)
    if (now().standing !== 'over') write()
    if (answer.kind !== 'refused') plan(pauses[Math.min(failures, pauses.length) - 1])
  }
  const sendNow = async (by: Send<Values>, isLeaving: boolean) => {
    clock.stop()
    const { values, version } = now()
    const of = (sent ??= { values, version, saveKey: randomId() })
    // Its key lies on this device before it leaves: a browser that dies now asks the same question again.
    write()
    const answer = await by(of, isLeaving)
    take(answer, of)
    return answer.kind
  }
  /** One at a time. */
  const run = (by: Send<Values>, isLeaving = false) =>
    (running = sendNow(by, isLeaving).finally(() => {
      running = undefined
    }))
  /** Sends what is due. */
  const flush = async (isLeaving = false): Promise<void> => {
    if (running) await running
    else if (isUnsaved() && !now().isSubmitted) await run(send, isLeaving)
  }

  return {
    state: now,
    listen,
    flush,
    change: (values: Values) => {
      const { standing } = now()
      if (standing === 'over') return
      become({ values, standing: standing === 'saved' ? 'kept' : standing })
      write()
      if (standing !== 'waiting') plan()
    },
    /** Sends everything by another call, such as a submit, after whatever is under way. Says whether all of it has arrived. */
    sendBy: async (by: Send<Values>): Promise<boolean> => {
      await running
      // What may have arrived before goes first: it would look like somebody else's.
      if (sent) await flush()
      const isBlocked = () => ['differs', 'over'].includes(now().standing) || (sent && !now().isSubmitted)
      while (!isBlocked()) {
        if ((await run(by)) !== 'saved') return false
        if (now().standing === 'saved') return true
      }
      return false
    },
    settle: (choice: 'mine' | 'theirs') => {
      const { stored, values: given } = now()
      if (!stored) return
      const isMine = choice === 'mine'
      become({ ...stored, ...(isMine && { values: given }), standing: isMine ? 'kept' : 'saved', stored: undefined })
      if (isMine) void flush()
      else forget(given)
    },
    /** What the server told since. What was written here and is not there yet stays. */
    learn: (told: Told<Values>) => become(newsIn(told, now())),
    /** A page that is drawn anew begins once more. What was kept goes now. */
    start: () => {
      isStopped = false
      void flush()
    },
    /** Whoever opens the same next goes on from what lies on this device; what is under way still arrives. */
    stop: () => {
      isStopped = true
      clock.stop()
    },
  }
}

const stateFrom = <Values>({ values, version, savedAt, isSubmitted, kept }: Begin<Values>): Saving<Values> => ({
  values: kept?.values ?? values,
  version: kept?.version ?? version,
  standing: kept ? 'kept' : 'saved',
  isKept: kept !== undefined,
  savedAt,
  isSubmitted,
})

function newsIn<Values>(told: Told<Values>, { version, standing }: Saving<Values>): Partial<Saving<Values>> {
  // Asked before a save, answered after it.
  if (told.version < version) return {}
  return standing === 'saved' ? told : { isSubmitted: told.isSubmitted }
}

/** What an answer changes. A text that is the same needs nobody to choose, whoever saved it. */
function changeBy<Values>(
  { answer, of }: { answer: Answer<Values>; of: Sent<Values> },
  { values, savedAt, standing }: Saving<Values>,
  isSame: Ends<Values>['isSame'],
): Partial<Saving<Values>> {
  if (answer.kind === 'unanswered') return { standing: 'waiting' }
  if (answer.kind === 'submitted') return { standing: 'kept', isSubmitted: true }
  if (answer.kind === 'over') return { standing: 'over', sentence: answer.sentence }
  if (answer.kind === 'refused') return { standing: standing === 'saved' ? 'saved' : 'kept' }
  if (answer.kind === 'changed' && !isSame(answer.stored.values, of.values))
    return { standing: 'differs', stored: answer.stored }
  const isAll = isSame(values, of.values)
  return {
    standing: isAll ? 'saved' : 'kept',
    ...(answer.kind === 'saved'
      ? { version: answer.version, savedAt: answer.savedAt }
      : { version: answer.stored.version, savedAt }),
  }
}

/** One moment to come. Put off with every letter, but not for ever. */
function makeClock(ring: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let since: number | undefined
  return {
    plan: (wait = pause) => {
      since ??= Date.now()
      clearTimeout(timer)
      timer = setTimeout(ring, Math.max(0, Math.min(wait, wait === pause ? since + longest - Date.now() : wait)))
    },
    stop: () => {
      clearTimeout(timer)
      since = undefined
    },
  }
}

/** A value that a screen follows. */
function observed<State>(first: State) {
  let state = first
  const listeners = new Set<() => void>()
  return {
    now: () => state,
    become: (changed: Partial<State>) => {
      state = { ...state, ...changed }
      for (const listener of listeners) listener()
    },
    listen: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
