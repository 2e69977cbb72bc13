import type { ComponentProps, ReactNode } from 'react'
import { Notice } from './Notice.tsx'
import type { useForm } from './useForm.ts'

type FormState = Pick<ReturnType<typeof useForm>, 'props' | 'isSending'> & { problems: { form?: string | undefined } }
type FormProps = Omit<ComponentProps<'form'>, 'form' | 'action'> & { form: FormState }

export function Form({ form, ...props }: FormProps) {
  return <form className="stack gap-l" {...form.props} {...props} />
}

type SubmitProps = { form: FormState; children: ReactNode }

/** The one button that sends, and above it what went wrong with the whole. */
export function Submit({ form, children }: SubmitProps) {
  return (
    <>
      {form.problems.form && (
        <Notice tone="bad" live>
          {form.problems.form}
        </Notice>
      )}
      <button className="button button-primary button-block" aria-busy={form.isSending || undefined}>
        {children}
      </button>
    </>
  )
}
