import { ReasonForm } from '#contract/selection/call-form.ts'
import { Form, Submit, TextArea } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'

type ReasonProps = {
  title: string
  words: string
  action: string
  tone?: 'primary' | 'danger'
  /** Nothing came back: it was refused, and `problem` says why. */
  send: (reason: string) => Promise<unknown>
  problem: string | undefined
  onClose: () => void
}

/** What is done only with a reason; it stands in the audit trail. */
export function Reason({ title, words, action, tone = 'danger', send, problem, onClose }: ReasonProps) {
  const form = useForm({
    schema: ReasonForm,
    send: async ({ reason }) => {
      if (await send(reason)) onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={title} typed>
      <Form form={form} className="stack">
        <p>{words}</p>
        <TextArea label="Reason" hint="It stands in the audit trail." dir="auto" {...form.field('reason')} />
        {problem && (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        )}
        <div className="cluster">
          <Submit form={form} tone={tone}>
            {action}
          </Submit>
          <button className="button button-quiet" type="button" onClick={onClose}>
            Not now
          </button>
        </div>
      </Form>
    </Dialog>
  )
}
