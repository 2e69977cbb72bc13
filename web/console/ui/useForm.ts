/** The form of the console, written once: rules from the contract, what the server found wrong, a draft, and a conflict. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { config, type output, type ZodMiniObject } from 'zod/mini'
import { Refused } from '#web/console/call.ts'
import { draftOwner } from '#web/console/platform/drafts.ts'
import { openDraft } from '#web/platform/draft.ts'

// Trying whether code may be made from text would be refused and reported by the policy of the page.
config({ jitless: true })

/** What is wrong, by the path of the field; `form` is for what is wrong with the whole. */
export type Problems = Record<string, string>

type Plan<Schema extends ZodMiniObject, Stored> = {
  /** The same that the server reads it with. */
  schema: Schema
  /** Throws what the server refused with. `false`: the person thought better of it, and nothing was sent. */
  send: (values: output<Schema>) => Promise<unknown>
  /** Whose draft, and of what. Without it nothing is kept on the device. */
  draft?: { accountId: number; what: string } | undefined
  /** Another one saved meanwhile: this is what they left. */
  onConflict?: (conflict: Conflict<output<Schema>, Stored>) => void
}
export type Conflict<Mine, Stored> = { mine: Mine; stored: Stored; sentence: string }

type Typed = Record<string, string>

/** The fields are the browser's own, by their names: nothing takes away what was typed. */
export function useForm<Schema extends ZodMiniObject, Stored = unknown>(plan: Plan<Schema, Stored>) {
  const { schema, send, onConflict } = plan
  const [problems, setProblems] = useState<Problems>({})
  const [isSending, setSending] = useState(false)
  const [failures, setFailures] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const isBusy = useRef(false)
  // Sent as every other change is: whoever is signed out meanwhile is taken to the sign-in page.
  const { mutateAsync } = useMutation({ mutationFn: send })
  const draft = useTypedDraft(plan.draft, form)

  useEffect(() => {
    if (failures === 0) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    // Of a group of choices, the first that can be made.
    const choice = wrong?.querySelector<HTMLElement>('input:enabled')
    ;(choice ?? wrong)?.focus()
  }, [failures])

  const show = (found: Problems) => {
    setProblems(found)
    setFailures((count) => count + 1)
  }

  const refuse = (error: unknown, mine: output<Schema>) => {
    if (error instanceof Refused && error.status === 409 && onConflict)
      return onConflict({ mine, stored: error.body.stored as Stored, sentence: error.message })
    if (error instanceof Refused && error.status === 422) return show(byPath(error.body.fields ?? [], error.message))
    show({ form: error instanceof Error ? error.message : String(error) })
  }

  const submit = async (typed: Typed) => {
    const read = schema.safeParse(typed)
    if (!read.success)
      return show(byPath(read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))))
    // A second click before the answer must not send twice.
    isBusy.current = true
    setSending(true)
    setProblems({})
    try {
      if ((await mutateAsync(read.data)) !== false) draft.clear()
    } catch (error) {
      refuse(error, read.data)
    } finally {
      isBusy.current = false
      setSending(false)
    }
  }

  const props: ComponentProps<'form'> = {
    ref: form,
    noValidate: true,
    method: 'dialog',
    onSubmit: (event) => {
      event.preventDefault()
      if (!isBusy.current) void submit(typedIn(event.currentTarget))
    },
    // Not onInput: a list that drops down tells of that first, and what is drawn between the two puts back what it showed before.
    onChange: ({ target, currentTarget }) => {
      const { name } = target as EventTarget & { name: string }
      draft.write(typedIn(currentTarget))
      setProblems(({ [name]: _mended, form: _whole, ...rest }) => rest)
    },
  }
  return { props, problems, isSending, field: (name: string) => ({ name, error: problems[name] }) }
}

/** The first thing that is wrong with each field; what belongs to no field is said of the whole. */
function byPath(fields: { path: string; message: string }[], otherwise = ''): Problems {
  const found: Problems = {}
  for (const { path, message } of fields) found[path || 'form'] ??= message
  return Object.keys(found).length > 0 ? found : { form: otherwise }
}

function typedIn(form: HTMLFormElement): Typed {
  return Object.fromEntries(
    Array.from(new FormData(form), ([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  )
}

/** Puts back what was typed here before a session ran out or a browser died. */
function useTypedDraft(
  wanted: { accountId: number; what: string } | undefined,
  form: { current: HTMLFormElement | null },
) {
  const owner = wanted ? draftOwner(wanted.accountId) : ''
  const what = wanted?.what ?? ''
  const draft = useRef<ReturnType<typeof openDraft<Typed>>>(undefined)
  useEffect(() => {
    const opened = openDraft<Typed>(owner, what)
    draft.current = opened
    void opened
      .read()
      // A browser that cannot read it has nothing for us; the person starts empty.
      .catch(() => undefined)
      .then((typed) => {
        // Of another form by now, it would be put into the wrong one.
        if (draft.current === opened && typed && form.current) putBack(form.current, typed)
      })
  }, [owner, what, form])
  return {
    write: (typed: Typed) => {
      if (owner) void draft.current?.write(typed)
    },
    clear: () => {
      if (owner) draft.current?.clear()
    },
  }
}

function putBack(form: HTMLFormElement, typed: Typed): void {
  for (const [name, text] of Object.entries(typed)) {
    const field = form.elements.namedItem(name)
    if (field instanceof RadioNodeList) choiceIn(field, text)?.click()
    else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value ||= text
  }
}

/** Pressed rather than set, so that whatever follows from a choice follows. */
function choiceIn(choices: RadioNodeList, text: string): HTMLInputElement | undefined {
  return [...choices].find(
    (each): each is HTMLInputElement => each instanceof HTMLInputElement && each.value === text && !each.disabled,
  )
}
