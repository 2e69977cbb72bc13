/** The buttons of the second person for what goes back, and another question to a bank that was silent. */
import { useState } from 'react'
import { refundSentences } from '#web/console/payments/exceptions/exception-words.ts'
import { useMoneyAct } from '#web/console/payments/useMoneyAct.ts'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Reject } from './Reject.tsx'

type SecondPersonProps = {
  eventId: number
  waiting: { id: number; version: number; isMine: boolean; person: { name: string } }
  yes: 'RefundApprove' | 'PayoutConfirm'
  no: 'RefundReject' | 'PayoutReject'
  consequence: string
}

export function SecondPerson({ eventId, waiting, yes, no, consequence }: SecondPersonProps) {
  const { id, version, isMine, person } = waiting
  const { confirm, dialog } = useConfirm()
  const agreeing = useMoneyAct(yes)
  const rejecting = useMoneyAct(no)
  const [isRejecting, setRejecting] = useState(false)
  const [told, setTold] = useState('')
  const agree = async () => {
    const text = <p>It goes to {person.name}, who gets a letter. It cannot be undone.</p>
    if (!(await confirm({ title: 'Is it right?', consequence, text }))) return
    const answer = await agreeing.act({ eventId, id, version })
    if (answer && 'refund' in answer && answer.refund !== 'done') setTold(refundSentences[answer.refund])
  }
  const problem = agreeing.problems.form
  return (
    <div className="stack gap-s">
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {told && (
        <Notice tone="wait" live>
          <p>{told}</p>
        </Notice>
      )}
      <div className="cluster gap-s">
        {isMine ? (
          <span className="small soft">Somebody else agrees to it.</span>
        ) : (
          <button
            className="button button-secondary"
            type="button"
            aria-busy={agreeing.isSending || undefined}
            onClick={() => void agree()}
          >
            {consequence}
          </button>
        )}
        <button className="button button-quiet-danger" type="button" onClick={() => setRejecting(true)}>
          Not right<span className="visually-hidden">: {person.name}</span>
        </button>
      </div>
      {isRejecting && (
        <Reject
          label="Reject it"
          problems={rejecting.problems}
          isSending={rejecting.isSending}
          onReject={(reason) =>
            void rejecting.act({ eventId, id, version, reason }).then((answer) => answer && setRejecting(false))
          }
          onClose={() => setRejecting(false)}
        />
      )}
      {dialog}
    </div>
  )
}

export function AskAgain({ eventId, attemptId, name }: { eventId: number; attemptId: number; name: string }) {
  const { act, problems, isSending } = useMoneyAct('RefundGive')
  const [told, setTold] = useState('')
  const again = async () => {
    const answer = await act({ eventId, attemptId })
    if (answer && answer.refund !== 'done') setTold(refundSentences[answer.refund])
  }
  return (
    <div className="stack gap-s">
      {(problems.form ?? told) && (
        <Notice tone="wait" live>
          <p>{problems.form ?? told}</p>
        </Notice>
      )}
      <button
        className="button button-secondary"
        type="button"
        aria-busy={isSending || undefined}
        onClick={() => void again()}
      >
        Ask the bank again<span className="visually-hidden">: {name}</span>
      </button>
    </div>
  )
}
