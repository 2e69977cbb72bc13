import { useEffect } from 'react'
import { useDispatch, useStore as useReduxStore } from 'react-redux'
import { useNavigate } from 'react-router'
import { orderLimits, orderTexts } from '#contract/booking/texts.ts'
import { paymentCalls } from '#contract/payments/heads.ts'
import { rowOf } from '#web/platform/call.ts'
import { untilKept } from '#web/platform/persist.ts'
import { useStore, type State } from '#web/platform/store.ts'
import { useCall, type Caller } from '#web/platform/useCall.ts'
import { showAlert } from '#web/platform/visit.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { readFinalization, type Ending } from './api.ts'
import { clearPayment } from './slice.ts'

/** Where the bank sends people back to. The server has settled by then, or will by itself: this page only tells. */
export default function PaymentProcessingPage() {
  const transactionID = useStore(({ payment }) => payment.transactionID)
  useFinalization()
  return (
    <section className="section">
      <div className="page-width width-44">
        <Spinner>
          <h1>{orderTexts.processing}</h1>
          <p className="lead">
            Please keep this page open. We are confirming with the bank and will take you to your profile.
          </p>
          {transactionID && (
            <p className="small soft">
              Transaction <code>{transactionID}</code>
            </p>
          )}
        </Spinner>
      </div>
    </section>
  )
}

function useFinalization(): void {
  const call = useCall()
  const store = useReduxStore<State>()
  const dispatch = useDispatch()
  const navigate = useNavigate()

  useEffect(() => {
    let isHere = true
    const finish = async () => {
      const { auth, payment } = store.getState()
      const ending = await endingOf(call, payment.transactionID, auth)
      if (!isHere || !ending) return
      if (ending.kind !== 'open') dispatch(clearPayment())
      dispatch(showAlert(ending.kind === 'unknown' ? orderTexts.transactionNotFound : ending.sentence))
      await untilKept()
      await navigate('/profile', { replace: true })
    }
    const timer = setTimeout(() => void finish(), orderLimits.finalizeDelay)
    return () => {
      isHere = false
      clearTimeout(timer)
    }
    // Once for each visit: the calls that it makes change what it depends on.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}

type Person = State['auth']

/** A browser that lost its transaction, or kept an old one, asks the server which payment was meant. Nothing when the session is over. */
async function endingOf(call: Caller, kept: string, person: Person): Promise<Ending | undefined> {
  const ending = kept ? await finalize(call, kept, person) : ({ kind: 'unknown' } as const)
  if (ending?.kind !== 'unknown') return ending
  const answer = await call(paymentCalls.OpenAttempt, {})
  if (answer.kind === 'refused' && answer.status === 401) return undefined
  if (answer.kind !== 'reply') return { kind: 'open', sentence: orderTexts.finalizationBroke }
  const known = rowOf(answer)?.TransactionID
  return known && known !== kept ? finalize(call, known, person) : ending
}

async function finalize(call: Caller, transactionID: string, person: Person): Promise<Ending | undefined> {
  const { userId, applicantId } = person
  const whose = { UserID: userId, ...(applicantId && { ApplicantID: applicantId }) }
  const answer = await call(paymentCalls.finalizePayment, { transactionID, ...whose })
  const isOver = answer.kind === 'refused' && answer.status === 401
  return isOver ? undefined : readFinalization(answer)
}
