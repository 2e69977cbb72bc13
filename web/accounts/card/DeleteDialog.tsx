import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import * as calls from '#contract/calls/accounts.ts'
import { homeTimeZone } from '#contract/days.ts'
import { rupees } from '#contract/money.ts'
import { useCall } from '#web/platform/useCall.ts'
import { showAlert } from '#web/platform/visit.ts'
import { countOf } from '#web/platform/words.ts'
import { useForm } from '#web/ui/useForm.ts'
import type { DialogProps } from './AccountDialogs.tsx'
import { AccountForm, OwnProofFields } from './AccountForm.tsx'
import { deleteButton, momentText, replyOf, requirePassword, type Standing, troubleOf } from './api.ts'
import { useOwnProof } from './useOwnProof.ts'
import styles from './Account.module.css'

const nothing: Standing = {
  paidSeats: 0,
  paidAmount: 0,
  unpaidOrders: 0,
  openOrders: 0,
  submittedAbstracts: 0,
  announcements: true,
}

/** The end of the account, with what it costs in figures. */
export function DeleteDialog({ email, onClose, standing = nothing, refresh }: DialogProps) {
  const call = useCall()
  const dispatch = useDispatch()
  // What was bought since the page was opened counts too.
  useEffect(() => void refresh(), [refresh])
  const proof = useOwnProof()
  const form = useForm(['own', 'code', 'abstracts'] as const, {
    check: ({ own }) => ({ own: requirePassword(own) }),
    send: async ({ own, code, abstracts }) => {
      const answer = await call(calls.CloseAccount, {
        password: own,
        ...proof.shown(code),
        keepsAbstracts: abstracts === 'keep',
      })
      const { status, closesAt } = replyOf(answer) ?? {}
      const unproven = proof.problemOf(replyOf(answer))
      if (unproven) return unproven
      if (status !== 'Success' || !closesAt) return { form: troubleOf(answer) }
      // Before the dialog goes: with the date its row is gone, and the focus must not go there.
      await refresh()
      onClose()
      dispatch(showAlert(`Your account will be deleted on ${momentText(closesAt, homeTimeZone)}.`))
      return undefined
    },
  })
  return (
    <AccountForm title="Delete your account?" button={deleteButton(standing)} isDanger onClose={onClose} form={form}>
      <Consequences standing={standing} />
      {standing.submittedAbstracts > 0 && <AbstractChoice count={standing.submittedAbstracts} />}
      <OwnProofFields field={form.field('own')} email={email} proof={proof} code={form.field('code')} />
    </AccountForm>
  )
}

function Consequences({ standing }: { standing: Standing }) {
  const { paidSeats, paidAmount, unpaidOrders, openOrders } = standing
  return (
    <ul className={`stack gap-s ${styles.consequences}`}>
      <li>You have seven days to change your mind: sign in and choose “Keep my account”.</li>
      <li>Then your name, addresses, photo, drafts and files are gone for good.</li>
      <li>Amounts and numbers of payments stay in our books, without your name.</li>
      {paidSeats > 0 && (
        <li>
          <strong>
            {countOf(paidSeats, 'paid seat')} for {rupees(paidAmount)}
          </strong>{' '}
          cannot be used any more, and the fee is not given back. For a refund, write to the conference office first.
        </li>
      )}
      {unpaidOrders > 0 && <li>{countOf(unpaidOrders, 'order')} that you have not paid: cancelled at once.</li>}
      {openOrders > 0 && (
        <li>
          {countOf(openOrders, 'order')} whose payment is under way or being looked at: kept until that is decided.
        </li>
      )}
    </ul>
  )
}

function AbstractChoice({ count }: { count: number }) {
  return (
    <fieldset className="stack gap-s">
      <legend className="field-label">What becomes of your {countOf(count, 'submitted abstract')}?</legend>
      <label className="choice">
        <input type="radio" name="abstracts" value="withdraw" defaultChecked /> <span>Withdraw and erase</span>
      </label>
      <label className="choice">
        <input type="radio" name="abstracts" value="keep" />{' '}
        <span>
          {count === 1
            ? 'Leave it to the conference, as it is written, without my name as its author'
            : 'Leave them to the conference, as they are written, without my name as their author'}
        </span>
      </label>
    </fieldset>
  )
}
