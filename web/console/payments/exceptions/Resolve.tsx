import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { moneyText } from '#contract/money.ts'
import type { ExceptionWay } from '#contract/payments/exception-kinds.ts'
import { Resolution } from '#contract/payments/exception-note.ts'
import { type Me, mayIn } from '#web/console/accounts/me.ts'
import { type Ask, call } from '#web/console/call.ts'
import { draftOwner } from '#web/console/platform/drafts.ts'
import { ask } from '#web/console/queries.ts'
import { Conflict } from '#web/console/ui/Conflict.tsx'
import { Form, Submit, TextArea } from '#web/console/ui/Form.tsx'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { type Conflict as ConflictFound, useForm } from '#web/console/ui/useForm.ts'
import { When } from '#web/console/ui/When.tsx'
import { openDraft } from '#web/platform/draft.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { type Exception, refundSentences, wayNames } from './exception-words.ts'
import { sendWords, WayFields } from './WayFields.tsx'

type ResolveProps = { me: Me; exception: Exception; timeZone: string }
const draftName = (id: number): string => `exception-${id}`

type More = Pick<Ask<'ExceptionResolve'>, 'paymentCode' | 'from' | 'to' | 'payoutWay' | 'number'>
type Wish = { way: ExceptionWay; note: string }

/** The ways out, with a note; or how it was resolved. */
export function Resolve({ me, exception, timeZone }: ResolveProps) {
  const { resolution, event } = exception
  const [conflict, setConflict] = useState<ConflictFound<Wish, Exception>>()
  if (conflict)
    return <Beaten me={me} conflict={conflict} exception={exception} onClose={() => setConflict(undefined)} />
  if (resolution)
    return (
      <section className="card stack" aria-labelledby="h-done">
        <h2 id="h-done">Resolved</h2>
        <p dir="auto">{resolution.note}</p>
        <p className="small soft">
          {resolution.by ?? 'The portal itself'}, <When at={resolution.at} timeZone={timeZone} />
        </p>
      </section>
    )
  if (!mayIn(me, 'exceptions.resolve', event?.eventId))
    return (
      <Notice>
        <p>You may read this. Owners and finance can resolve it.</p>
      </Notice>
    )
  return <WaysOut me={me} exception={exception} onConflict={setConflict} />
}

type WaysOutProps = {
  me: Me
  exception: Exception
  onConflict: (conflict: ConflictFound<Wish, Exception>) => void
}

function WaysOut({ me, exception, onConflict }: WaysOutProps) {
  const { captured } = exception
  const { confirm, dialog } = useConfirm()
  const { resolve, told } = useResolving(exception)
  const open = exception.ways.filter(({ why }) => why === null)
  const [way, setWay] = useState(open.length === 1 ? open[0]?.way : undefined)
  const [more, setMore] = useState<More>({})
  const worth = captured ? moneyText(captured) : 'the money'
  const form = useForm<typeof Resolution, Exception>({
    schema: Resolution,
    draft: { accountId: me.accountId, what: draftName(exception.id) },
    onConflict,
    send: async (wish) => {
      const question = {
        title: `Give ${worth} back?`,
        consequence: `Give back ${worth}`,
        text: <RefundWords exception={exception} />,
      }
      return wish.way === 'refund' && !(await confirm(question)) ? false : resolve({ ...more, ...wish })
    },
  })
  return (
    <section className="card stack" aria-labelledby="h-ways">
      <h2 id="h-ways">Ways out</h2>
      <Form form={form} className="stack">
        <Ways
          exception={exception}
          error={form.problems.way}
          way={way}
          onChoose={(chosen) => {
            setWay(chosen)
            setMore(chosen === 'payout' || chosen === 'accept' ? { payoutWay: 'cash' } : {})
          }}
        />
        {way && <WayFields way={way} exception={exception} more={more} problems={form.problems} onChange={setMore} />}
        <TextArea
          label="What was done, and why"
          hint="Saved in the audit log with your name."
          {...form.field('note')}
        />
        {told && (
          <Notice tone="wait" live>
            <p>{told}</p>
          </Notice>
        )}
        <Submit form={form} tone={way === 'refund' ? 'danger' : 'primary'} block>
          {sendWords(way, exception)}
        </Submit>
      </Form>
      {dialog}
    </section>
  )
}

type WaysProps = {
  exception: Exception
  error: string | undefined
  way: ExceptionWay | undefined
  onChoose: (way: ExceptionWay) => void
}

/** One that is shut stays in sight, and says why. */
function Ways({ exception: { ways }, error, way: chosen, onChoose }: WaysProps) {
  return (
    <fieldset
      className="stack gap-s"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be invalid, a group of radios can
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? 'way-error' : undefined}
    >
      <legend className="field-label">What do you do about it?</legend>
      {ways.map(({ way, why }) => (
        <div key={way} className="stack gap-s">
          <label className="choice">
            <input
              type="radio"
              name="way"
              value={way}
              checked={chosen === way}
              onChange={() => onChoose(way)}
              disabled={why !== null}
              aria-describedby={why ? `why-${way}` : undefined}
            />
            {wayNames[way]}
          </label>
          {why && (
            <p className="small soft" id={`why-${way}`}>
              {why}
            </p>
          )}
        </div>
      ))}
      {error && (
        <p className="field-error" id="way-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function RefundWords({ exception: { person, order } }: { exception: Exception }) {
  return (
    <p>
      All that the bank took with this payment goes back{person && ` to ${person.name}`}, who gets a letter.{' '}
      {order?.state === 'paid' && 'The seats stay: another payment holds them. '}It cannot be undone.
    </p>
  )
}

/** What stays open after it was chosen. */
const waitWords = {
  payout: 'The payout waits for a second person, under Refunds.',
  accept: 'The payout of the rest waits for a second person, under Refunds. Then the order is paid.',
  rest: 'The person has a letter, and the seats are held for five days. Record the rest under Drafts and cash.',
} as const

/** What the bank said to a refund is told; the case and the list are read again. */
function useResolving({ id, version }: Exception) {
  const client = useQueryClient()
  const [told, setTold] = useState('')
  const resolve = async (wish: Wish & More) => {
    setTold('')
    const { refund, exception } = await call('ExceptionResolve', { id, version, ...wish })
    client.setQueryData(ask('ExceptionShow', { id }).queryKey, exception)
    for (const name of ['ExceptionsList', 'RefundsList', 'FinanceToday'])
      void client.invalidateQueries({ queryKey: [name] })
    if (refund && refund !== 'done') setTold(refundSentences[refund])
    else if (wish.way in waitWords) setTold(waitWords[wish.way as keyof typeof waitWords])
    return exception.resolution !== null
  }
  return { resolve, told }
}

type BeatenProps = {
  me: Me
  conflict: ConflictFound<Wish, Exception>
  exception: Exception
  onClose: () => void
}

/** Another was quicker: both versions, and the stored one stays. */
function Beaten({ me, conflict: { mine, stored, sentence }, exception: { id }, onClose }: BeatenProps) {
  const client = useQueryClient()
  const { resolution } = stored
  const take = () => {
    // What is resolved needs no note of ours any more; otherwise it is put back into the form.
    if (resolution) openDraft(draftOwner(me.accountId), draftName(id)).clear()
    client.setQueryData(ask('ExceptionShow', { id }).queryKey, stored)
    void client.invalidateQueries({ queryKey: ['ExceptionsList'] })
    onClose()
  }
  return (
    <Conflict
      sentence={sentence}
      by={resolution?.by ?? undefined}
      fields={[
        { label: 'State', mine: 'Resolved by you', stored: resolution ? 'Resolved already' : 'Still open' },
        { label: 'Note', mine: mine.note, stored: resolution?.note ?? '' },
      ]}
    >
      <button className="button button-primary" type="button" onClick={take}>
        {resolution ? 'Leave it as stored' : 'Look at it again'}
      </button>
    </Conflict>
  )
}
