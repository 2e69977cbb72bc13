import { useEffect, useEffectEvent } from 'react'
import { useDispatch, useStore as useReduxStore } from 'react-redux'
import { useNavigate } from 'react-router'
import { orderLimits, orderTexts } from '#contract/booking/texts.ts'
import * as calls from '#contract/calls/payments.ts'
import { useEventNamed } from '#web/layout/content.tsx'
import { isUnadmitted, rowOf } from '#web/platform/call.ts'
import { untilKept } from '#web/platform/persist.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
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
  const named = useEventNamed()
  const store = useReduxStore<State>()
  const dispatch = useDispatch()
  const navigate = useNavigate()

  const { data: ending } = useQuery({
    queryKey: ['finalizePayment'],
    // Once for each visit.
    staleTime: Infinity,
    queryFn: async (signal) => {
      await new Promise((resume) => setTimeout(resume, orderLimits.finalizeDelay))
      signal.throwIfAborted()
      const { auth, payment } = store.getState()
      return endingOf(call, payment.transactionID, { ...auth, named })
    },
  })
  const tell = useEffectEvent(async (told: Ending) => {
    if (told.kind !== 'open') dispatch(clearPayment())
    dispatch(showAlert(told.kind === 'unknown' ? orderTexts.transactionNotFound : told.sentence))
    await untilKept()
    await navigate('/profile', { replace: true })
  })
  useEffect(() => {
    if (ending) void tell(ending)
  }, [ending])
}

type Person = State['auth'] & { named: ReturnType<typeof useEventNamed> }

/**
 * A browser that kept an old transaction asks the server which payment was meant, and one that kept none whether a payment is open. Nothing
 * when the session is over.
 */
async function endingOf(call: Caller, kept: string, person: Person): Promise<Ending | undefined> {
  const ending = kept ? await finalize(call, kept, person) : ({ kind: 'unknown' } as const)
  if (ending?.kind !== 'unknown') return ending
  const answer = await call(calls.OpenAttempt, person.named)
  if (isUnadmitted(answer)) return undefined
  if (answer.kind !== 'reply') return { kind: 'open', sentence: orderTexts.finalizationBroke }
  const { TransactionID: known, IsOpen } = rowOf(answer) ?? {}
  return known && known !== kept && (kept || IsOpen) ? finalize(call, known, person) : ending
}

async function finalize(call: Caller, transactionID: string, person: Person): Promise<Ending | undefined> {
  const { userId, applicantId } = person
  const whose = { UserID: userId, ...(applicantId && { ApplicantID: applicantId }) }
  const answer = await call(calls.finalizePayment, { transactionID, ...whose })
  const isOver = isUnadmitted(answer)
  return isOver ? undefined : readFinalization(answer)
}
