import { useMutation, useQueryClient } from '@tanstack/react-query'
import { moneysText } from '#contract/money.ts'
import { Resolution } from '#contract/payments/exception-note.ts'
import { call, Refused } from '#web/console/call.ts'
import { Form, Submit, TextArea } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { type ExceptionRow, kindTitles } from './exception-words.ts'

type CloseManyProps = {
  rows: readonly ExceptionRow[]
  open: boolean
  onClose: () => void
  /** All of them are closed. */
  onDone: () => void
}
type Outcome = { row: ExceptionRow; problem: string | undefined }

/** Several that were settled in the same way, with one note for all. Each is answered for itself. */
export default function CloseMany({ rows, open, onClose, onDone }: CloseManyProps) {
  const { closing, form } = useClosing(rows, onDone)
  const failed = closing.data?.filter(({ problem }) => problem) ?? []
  const worth = moneysText(sums(rows))
  return (
    <Dialog open={open} onClose={onClose} title="Close with a note" typed>
      <p>No money moves. The note is kept with each of them, and with your name.</p>
      <Form form={form}>
        <input type="hidden" name="way" value="close" />
        <TextArea label="What was done" {...form.field('note')} />
        {failed.length > 0 && (
          <Notice tone="wait" live>
            <p>{(closing.data?.length ?? 0) - failed.length} closed. These were not:</p>
            <ul>
              {failed.map(({ row, problem }) => (
                <li key={row.id}>
                  {kindTitles[row.kind]}, {row.person?.name ?? row.reference}: {problem}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <div className="cluster">
          {rows.length > 0 && (
            <Submit form={form} tone="danger">
              Close {rows.length} {rows.length === 1 ? 'payment' : 'payments'}
              {worth && ` of ${worth}`}
            </Submit>
          )}
          <button className="button button-quiet" type="button" onClick={onClose}>
            {rows.length > 0 ? 'Not now' : 'Done'}
          </button>
        </div>
      </Form>
    </Dialog>
  )
}

function useClosing(rows: readonly ExceptionRow[], onAllDone: () => void) {
  const client = useQueryClient()
  const closing = useMutation({
    mutationFn: async (note: string) => {
      const outcomes: Outcome[] = []
      for (const row of rows) outcomes.push({ row, problem: await closeOne(row, note) })
      return outcomes
    },
    onSuccess: (outcomes) => {
      if (outcomes.every(({ problem }) => !problem)) onAllDone()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['ExceptionsList'] }),
  })
  const form = useForm({ schema: Resolution, send: ({ note }) => closing.mutateAsync(note) })
  return { closing, form }
}

/** Why it could not be closed; what another has resolved meanwhile must not keep the others open. */
async function closeOne({ id, version }: ExceptionRow, note: string): Promise<string | undefined> {
  try {
    await call('ExceptionResolve', { id, version, way: 'close', note })
    return undefined
  } catch (error) {
    if (error instanceof Refused && !error.isSignedOut) return error.message
    throw error
  }
}

function sums(rows: readonly ExceptionRow[]): { amount: number; currency: string }[] {
  const byCurrency = new Map<string, number>()
  for (const { money } of rows)
    if (money) byCurrency.set(money.currency, (byCurrency.get(money.currency) ?? 0) + money.amount)
  return Array.from(byCurrency, ([currency, amount]) => ({ amount, currency }))
}
