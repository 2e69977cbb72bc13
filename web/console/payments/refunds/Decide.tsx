import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { moneyText } from '#contract/money.ts'
import { type Me, mayIn } from '#web/console/accounts/me.ts'
/** One payment at the desk: its facts, and the buttons of the second person. */
import { Link } from '#web/console/layout/Link.tsx'
import { OrderLink, PersonLink } from '#web/console/layout/things.tsx'
import { type Offline, wayNames } from '#web/console/payments/money-words.ts'
import { useMoneyAct } from '#web/console/payments/useMoneyAct.ts'
import { ask } from '#web/console/queries.ts'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { When, whenText } from '#web/console/ui/When.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Reject } from './Reject.tsx'

type FactsProps = { offline: Offline; timeZone: string; eventId: number }

export function OfflineFacts({ offline, timeZone, eventId }: FactsProps) {
  const { id, way, bank, number, money, paymentCode, person, recordedBy, recordedAt, heldUntil, hasPhoto, voucher } =
    offline
  return (
    <dl className="facts stack gap-s">
      <div>
        <dt>{wayNames[way]}</dt>
        <dd dir="auto">{[[bank, number].filter(Boolean).join(' '), moneyText(money)].filter(Boolean).join(', ')}</dd>
      </div>
      <div>
        <dt>For</dt>
        <dd>
          <OrderLink code={paymentCode} />, <PersonLink {...person} />
        </dd>
      </div>
      <div>
        <dt>Voucher</dt>
        <dd>
          <Link to={`/console/finance/offline/${id}?eventId=${eventId}`}>{voucher}</Link>
        </dd>
      </div>
      <div>
        <dt>Recorded by</dt>
        <dd>
          {recordedBy}, {whenText(recordedAt, timeZone)}
          {hasPhoto && ', with a photo'}
        </dd>
      </div>
      <div>
        <dt>Seats held until</dt>
        <dd>
          <When at={heldUntil} timeZone={timeZone} />
        </dd>
      </div>
    </dl>
  )
}

/** One's own only where the college allows it. */
function useMayConfirm(me: Me, { eventId, isMine }: { eventId: number; isMine: boolean }): boolean {
  const may = mayIn(me, 'offline.confirm', eventId)
  const rule = useQuery({ ...ask('FinanceRule', {}), enabled: may && isMine })
  return may && (!isMine || rule.data?.alone === true)
}

type DecideProps = { me: Me; eventId: number; offline: Offline; primary?: boolean }

/** Confirm, or say what is not right. One's own can only be taken back. */
export function Decide({ me, eventId, offline, primary = false }: DecideProps) {
  const { id, version, money, paymentCode, person, isMine } = offline
  const { confirm, dialog } = useConfirm()
  const confirming = useMoneyAct('OfflineConfirm')
  const rejecting = useMoneyAct('OfflineReject')
  const [isRejecting, setRejecting] = useState(false)
  const [told, setTold] = useState('')
  const mayConfirm = useMayConfirm(me, { eventId, isMine })
  if (!mayConfirm && !isMine && !mayIn(me, 'offline.confirm', eventId))
    return <p className="small soft">Finance confirms it.</p>

  const yes = async () => {
    const isSure = await confirm({
      title: `Confirm ${moneyText(money)}?`,
      consequence: `Confirm ${moneyText(money)}`,
      tone: 'primary',
      text: (
        <p>
          You have the {offline.way === 'draft' ? 'draft' : 'cash'} before you. Order {paymentCode} of {person.name} is
          paid, gets its receipt, and {person.name} a letter.
        </p>
      ),
    })
    if (!isSure) return
    const answer = await confirming.act({ eventId, id, version })
    if (answer)
      setTold(
        answer.outcome === 'paid'
          ? `Paid, receipt ${answer.receipt}.`
          : 'It is in the books, but the order could not take it: it waits under Exceptions.',
      )
  }
  const no = async (reason: string) => {
    if (await rejecting.act({ eventId, id, version, reason })) setRejecting(false)
  }
  const problem = confirming.problems.form
  return (
    <div className="stack">
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {told && (
        <Notice tone="good" live>
          <p>{told}</p>
        </Notice>
      )}
      {offline.state === 'recorded' && (
        <div className="cluster gap-s">
          {mayConfirm && (
            <button
              className={`button ${primary ? 'button-primary' : 'button-secondary'}`}
              type="button"
              aria-busy={confirming.isSending || undefined}
              onClick={() => void yes()}
            >
              {`Confirm ${moneyText(money)}`}
            </button>
          )}
          {isMine && !mayConfirm && <span className="small soft">Somebody else confirms it.</span>}
          <button className="button button-quiet-danger" type="button" onClick={() => setRejecting(true)}>
            {isMine ? 'Take it back' : 'Not right'}
          </button>
        </div>
      )}
      {offline.state === 'recorded' && isRejecting && (
        <Reject
          label={`Reject ${moneyText(money)}`}
          hint={`${person.name} reads it in an email.`}
          problems={rejecting.problems}
          isSending={rejecting.isSending}
          onReject={(reason) => void no(reason)}
          onClose={() => setRejecting(false)}
        />
      )}
      {dialog}
    </div>
  )
}
