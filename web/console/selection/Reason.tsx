import type { ReactNode } from 'react'
import { ReasonForm } from '#contract/selection/call-form.ts'
import { Form, FormEnd, TextArea } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

type ReasonProps = {
  title: string
  words?: ReactNode
  action: string
  tone?: 'primary' | 'danger'
  /** What is asked for, and who reads it. */
  label?: string
  hint?: string
  /** What else has to be chosen. */
  children?: ReactNode
  /** Nothing came back: it was refused, and `problem` says why. */
  send: (reason: string) => Promise<unknown>
  problem: string | undefined
  onClose: () => void
}

/** What is done only with a reason; it stands in the audit trail. */
export function Reason(props: ReasonProps) {
  const { title, words, action, tone = 'danger', children, send, problem, onClose } = props
  const { label = 'Reason', hint = 'It stands in the audit trail.' } = props
  const form = useForm({
    schema: ReasonForm,
    send: async ({ reason }) => {
      if (await send(reason)) onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={title} typed>
      <Form form={form} className="stack">
        {words && <p>{words}</p>}
        {children}
        <TextArea label={label} hint={hint} dir="auto" {...form.field('reason')} />
        <FormEnd
          action={action}
          tone={tone}
          problem={form.problems.form ?? problem}
          isSending={form.isSending}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  )
}
