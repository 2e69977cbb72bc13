import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rupees } from '#contract/money.ts'
import { ClosingFields } from '#contract/payments/finance-forms.ts'
import { call, type Reply } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { differenceWords } from '#web/console/payments/money-words.ts'
import { useReadMoneyAgain } from '#web/console/payments/useMoneyAct.ts'
import { ask } from '#web/console/queries.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { Form, Submit, TextArea } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { whenText } from '#web/console/ui/When.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'

type Preview = Reply<'ClosingPreview'>

/** Counts the cash against the books, and signs the day. */
export function CloseDay({ eventId }: { eventId: number }) {
  const { data, error, refetch } = useQuery(ask('ClosingPreview', { eventId }))
  const [done, setDone] = useState<Reply<'ClosingWrite'>['closing']>()
  return (
    <section className="card stack" aria-labelledby="h-close">
      <div>
        <h2 id="h-close">Close the day</h2>
        {data && <p className="small soft">{sinceWords(data)}</p>}
      </div>
      {error && <AskFailed error={error} again={refetch} />}
      {done && (
        <Notice tone="good" live>
          <p>
            Closing {done.number} is signed.{' '}
            <Link to={`/console/finance/closings/${done.id}?eventId=${eventId}`}>Print it</Link>
          </p>
        </Notice>
      )}
      {data && data.entries > 0 && (
        <Counting key={data.upTo} eventId={eventId} preview={data} onDone={setDone} again={() => void refetch()} />
      )}
    </section>
  )
}

function sinceWords({ entries, since, timeZone }: Preview): string {
  const movements = entries === 1 ? '1 movement' : `${entries} movements`
  const from = since ? `since the closing of ${whenText(since, timeZone)}` : 'and no closing before'
  return entries === 0 ? `Nothing moved ${since ? from : 'yet'}.` : `${movements} ${from}`
}

type CountingProps = {
  eventId: number
  preview: Preview
  onDone: (closing: Reply<'ClosingWrite'>['closing']) => void
  again: () => void
}

function Counting({ eventId, preview, onDone, again }: CountingProps) {
  const { cashBooks, upTo, entries, alone } = preview
  const [counted, setCounted] = useState('')
  const keyOf = useActKey()
  const readAgain = useReadMoneyAgain()
  const read = ClosingFields.shape.cashCountedInRupees.safeParse(counted)
  const difference = counted !== '' && read.success ? Math.round(read.data * 100) - cashBooks : 0
  const form = useForm({
    schema: ClosingFields,
    send: async (fields) => {
      const wish = { eventId, upTo, entries, ...fields }
      try {
        const { closing } = await call('ClosingWrite', { ...wish, actKey: keyOf(wish) })
        onDone(closing)
      } finally {
        again()
      }
      readAgain()
    },
  })
  return (
    <Form form={form} className="stack">
      <dl className="facts stack gap-s">
        <div>
          <dt>Cash by the books</dt>
          <dd className="figures">{rupees(cashBooks)}</dd>
        </div>
        {alone > 0 && (
          <div>
            <dt>Recorded and confirmed by one person</dt>
            <dd className="figures">{alone}</dd>
          </div>
        )}
      </dl>
      <TextField
        label="Cash counted, in rupees"
        inputMode="decimal"
        autoComplete="off"
        onChange={({ target }) => setCounted(target.value.trim())}
        {...form.field('cashCountedInRupees')}
      />
      {difference !== 0 && (
        <>
          <Notice tone="bad" live>
            <p>
              <strong>{differenceWords(difference, rupees)}.</strong> Count again, or say why; the difference is written
              into the closing.
            </p>
          </Notice>
          <TextArea label="Why" {...form.field('why')} />
        </>
      )}
      <Submit form={form} block>
        {`Close the day with ${entries === 1 ? '1 movement' : `${entries} movements`}`}
      </Submit>
      <p className="small soft">A closing cannot be changed. What comes later belongs to the next one.</p>
    </Form>
  )
}
