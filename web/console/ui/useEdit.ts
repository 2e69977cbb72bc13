/** Editing what is stored already: what is not saved is counted and kept on the device, and another's save is brought together with it. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { config, type output, type ZodMiniObject } from 'zod/mini'
import { Refused } from '#web/console/call.ts'
import { draftOwner } from '#web/console/platform/drafts.ts'
import { openDraft } from '#web/platform/draft.ts'
import { changedNames, merge, type Values } from './merge.ts'

config({ jitless: true })

type Stored = { version: number; values: Values }
type Plan<Schema extends ZodMiniObject> = {
  schema: Schema
  stored: Stored
  /** Whose, and of what. */
  draft: { accountId: number; what: string }
  /** Throws what the server refused with. */
  send: (values: output<Schema>, version: number) => Promise<Stored>
  /** What the other side left, from the stored copy of a conflict. */
  storedIn: (copy: unknown) => Stored & { by: string }
  /** Wrong together, although each for itself is right. */
  check?: (values: output<Schema>) => { path: string; message: string }[]
}
type Kept = { version: number; base: Values; mine: Values }
type Meeting = { by: string; theirs: Values; open: string[]; taken: string[] }

export function useEdit<Schema extends ZodMiniObject>(plan: Plan<Schema>) {
  const [base, setBase] = useState(plan.stored)
  const [mine, setMine] = useState<Values>(plan.stored.values)
  const { problems, setProblems, refusals, tell } = useProblems()
  const [meeting, setMeeting] = useState<Meeting>()
  const draft = useKept(plan.draft)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (values: output<Schema>) => plan.send(values, base.version),
  })
  const changed = changedNames(base.values, mine)

  /** Another version is stored than the one that was begun from. */
  const meet = (from: Kept, now: Stored & { by: string }) => {
    const { values, open, taken } = merge(from.base, from.mine, now.values)
    setBase({ version: now.version, values: now.values })
    setMine(values)
    if (open.length + taken.length > 0) setMeeting({ by: now.by, theirs: now.values, open, taken })
    draft.write({ version: now.version, base: now.values, mine: values })
  }

  // What was typed before a session ran out or a browser died, over what is stored by now.
  useEffect(() => {
    draft.read((kept) => {
      if (changedNames(kept.base, kept.mine).length === 0) return
      if (kept.version === plan.stored.version) setMine({ ...plan.stored.values, ...kept.mine })
      else meet(kept, { ...plan.stored, by: '' })
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the screen opens
  }, [])

  const set = (name: string, value: string) => {
    const next = { ...mine, [name]: value }
    setMine(next)
    setProblems(({ [name]: _mended, form: _whole, ...rest }) => rest)
    if (changedNames(base.values, next).length > 0)
      draft.write({ version: base.version, base: base.values, mine: next })
    else draft.clear()
  }
  const discard = () => {
    setMine(base.values)
    setProblems({})
    setMeeting(undefined)
    draft.clear()
  }
  const choose = (name: string, whose: 'mine' | 'theirs') => {
    if (whose === 'theirs') set(name, meeting?.theirs[name] ?? '')
    setMeeting((now) => now && without(now, name))
  }

  const save = async () => {
    if (isPending || meeting?.open.length) return
    const read = readBy(plan, mine)
    if ('problems' in read) return tell(read.problems)
    try {
      const stored = await mutateAsync(read.values)
      setBase(stored)
      // What was typed while the answer was on its way stays.
      setMine((now) => merge(mine, now, stored.values).values)
      setProblems({})
      setMeeting(undefined)
      draft.clear()
    } catch (error) {
      refused(error)
    }
  }
  const refused = (error: unknown) => {
    const { status, body } = error instanceof Refused ? error : { status: 0, body: {} }
    if (status === 409 && body.stored) {
      const now = plan.storedIn(body.stored)
      if (now.version !== base.version) return meet({ version: base.version, base: base.values, mine }, now)
    }
    if (status === 422 && body.fields?.length) return tell(byPath(body.fields))
    tell({ form: error instanceof Error ? error.message : String(error) })
  }

  return {
    values: mine,
    base: base.values,
    set,
    changed,
    discard,
    save,
    isSending: isPending,
    problems,
    refusals,
    meeting,
    choose,
  }
}

export type Edit = ReturnType<typeof useEdit>

/** Typing mends one problem and keeps the others: only a refused save counts as a refusal and moves the focus to what is wrong. */
function useProblems() {
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [refusals, setRefusals] = useState(0)
  const tell = (found: Record<string, string>) => {
    setProblems(found)
    setRefusals((count) => count + 1)
  }
  return { problems, setProblems, refusals, tell }
}

/** One field is chosen; when nothing is left to say, nothing is said. */
function without(meeting: Meeting, name: string): Meeting | undefined {
  const open = meeting.open.filter((each) => each !== name)
  return open.length + meeting.taken.length > 0 ? { ...meeting, open } : undefined
}

function readBy<Schema extends ZodMiniObject>({ schema, check }: Plan<Schema>, mine: Values) {
  const read = schema.safeParse(mine)
  if (!read.success)
    return { problems: byPath(read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))) }
  const together = check?.(read.data) ?? []
  return together.length > 0 ? { problems: byPath(together) } : { values: read.data }
}

function byPath(fields: readonly { path: string; message: string }[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { path, message } of fields) found[path || 'form'] ??= message
  return found
}

function useKept({ accountId, what }: { accountId: number; what: string }) {
  const opened = useRef<ReturnType<typeof openDraft<Kept>>>(undefined)
  opened.current ??= openDraft<Kept>(draftOwner(accountId), what)
  return {
    read: (use: (kept: Kept) => void) =>
      void opened.current
        ?.read()
        // A browser that cannot read it has nothing for us.
        .catch(() => undefined)
        .then((kept) => kept && use(kept)),
    write: (kept: Kept) => void opened.current?.write(kept),
    clear: () => opened.current?.clear(),
  }
}
