import type { ComponentProps, ReactNode } from 'react'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { Problems } from './useForm.ts'

type FormState = { props: ComponentProps<'form'>; problems: Problems; isSending: boolean }

type FormProps = { form: FormState; className?: string; children: ReactNode }

export function Form({ form, className = 'stack gap-l', children }: FormProps) {
  return (
    <form className={className} {...form.props}>
      {children}
    </form>
  )
}

type SubmitProps = { form: FormState; tone?: 'primary' | 'secondary' | 'danger'; block?: boolean; children: ReactNode }

/** The one button that sends, and above it what went wrong with the whole. */
export function Submit({ form, tone = 'primary', block = false, children }: SubmitProps) {
  return (
    <>
      {form.problems.form && (
        <Notice tone="bad" live>
          {form.problems.form}
        </Notice>
      )}
      <button
        className={`button button-${tone}${block ? ' button-block' : ''}`}
        aria-busy={form.isSending || undefined}
      >
        {children}
      </button>
    </>
  )
}

type FormEndProps = {
  action: ReactNode
  tone?: 'primary' | 'secondary' | 'danger'
  /** What went wrong with the whole. */
  problem: string | undefined
  isSending: boolean
  onClose: () => void
}

/** How a form over a screen ends: what went wrong, the button that sends, and the way out. */
export function FormEnd({ action, tone = 'primary', problem, isSending, onClose }: FormEndProps) {
  return (
    <>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <div className="cluster">
        <button className={`button button-${tone}`} aria-busy={isSending || undefined}>
          {action}
        </button>
        <button className="button button-quiet" type="button" onClick={onClose}>
          Not now
        </button>
      </div>
    </>
  )
}

type TextAreaProps = { label: string; hint?: string; error?: string | undefined } & Omit<
  ComponentProps<'textarea'>,
  'id' | 'className'
>

export function TextArea({ label, hint, error, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <textarea className="input" rows={3} {...rest} {...control} />}
    </Field>
  )
}
