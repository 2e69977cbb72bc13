import { useEffect, useRef, useState, type ComponentProps } from 'react'

/** What is wrong, by field; `form` is for what is wrong with the whole. */
export type Problems<Field extends string> = { [Name in Field | 'form']?: string | undefined }

type Plan<Field extends string> = {
  check: (values: Record<Field, string>) => Problems<Field>
  /** Whatever it finds wrong is shown; nothing when all went well. */
  send: (values: Record<Field, string>) => Promise<Problems<Field> | undefined>
}

const broken = 'An error occurred. Please try again later.'

/** The fields are the browser's own: what was typed, pasted or filled in before the script came is there, and nothing takes it away. */
export function useForm<Field extends string>(fields: readonly Field[], { check, send }: Plan<Field>) {
  const [problems, setProblems] = useState<Problems<Field>>({})
  const [isSending, setSending] = useState(false)
  const [failures, setFailures] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const isBusy = useRef(false)

  useEffect(() => {
    if (failures > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failures])

  const show = (found: Problems<Field>) => {
    setProblems(found)
    setFailures((count) => count + 1)
  }

  const submit = async (values: Record<Field, string>) => {
    const found = check(values)
    if (hasAny(found)) return show(found)
    // A second click before the answer must not send twice.
    isBusy.current = true
    setSending(true)
    setProblems({})
    try {
      const refused = await send(values)
      if (refused) show(refused)
    } catch (error) {
      reportError(error)
      show({ form: broken } as Problems<Field>)
    } finally {
      isBusy.current = false
      setSending(false)
    }
  }

  const props: ComponentProps<'form'> = {
    ref: form,
    noValidate: true,
    // Before the script has come, a form of this kind sends nothing: a password in an address would be in every log.
    method: 'dialog',
    onSubmit: (event) => {
      event.preventDefault()
      if (!isBusy.current) void submit(valuesOf(event.currentTarget, fields))
    },
    // Not onInput: a list that drops down tells of that first, and what is drawn between the two puts back what it showed before.
    onChange: ({ target }) => {
      const { name } = target as EventTarget & { name: string }
      if (hasAny(problems)) setProblems({ ...problems, [name]: undefined, form: undefined })
    },
  }
  return { props, problems, isSending, field: (name: Field) => ({ name, error: problems[name] }) }
}

const hasAny = (problems: object): boolean => Object.values(problems).some(Boolean)

function valuesOf<Field extends string>(form: HTMLFormElement, fields: readonly Field[]): Record<Field, string> {
  const typed = new FormData(form)
  return Object.fromEntries(fields.map((name) => [name, (typed.get(name) as string | null) ?? ''])) as Record<
    Field,
    string
  >
}
