import { useDispatch } from 'react-redux'
import * as calls from '#contract/calls/accounts.ts'
import { NewPasswordField } from '#web/accounts/NewPasswordField.tsx'
import { checkPair } from '#web/accounts/UpdatePasswordStep.tsx'
import { useCall } from '#web/platform/useCall.ts'
import { showAlert } from '#web/platform/visit.ts'
import { countOf } from '#web/platform/words.ts'
import { PasswordField } from '#web/ui/Field.tsx'
import { useForm } from '#web/ui/useForm.ts'
import type { DialogProps } from './AccountDialogs.tsx'
import { AccountForm, OwnPassword, OwnProofFields } from './AccountForm.tsx'
import { replyOf, requirePassword, troubleOf, wrongPassword } from './api.ts'
import { useOwnProof } from './useOwnProof.ts'

export function PasswordDialog({ email, onClose, onOthersEnded }: DialogProps) {
  const call = useCall()
  const dispatch = useDispatch()
  const proof = useOwnProof()
  const form = useForm(['own', 'code', 'password', 'again'] as const, {
    check: ({ own, password, again }) => ({ own: requirePassword(own), ...(own && checkPair({ password, again })) }),
    send: async ({ own, code, password }) => {
      const wish = { password: own, ...proof.shown(code), newPassword: password }
      const answer = await call(calls.ChangePassword, wish)
      const { status, why } = replyOf(answer) ?? {}
      const unproven = proof.problemOf(replyOf(answer))
      if (unproven) return unproven
      if (status === 'Against the rule') return { password: why }
      if (status !== 'Success') return { form: troubleOf(answer) }
      onClose()
      onOthersEnded()
      dispatch(showAlert('Your password has been changed.'))
      return undefined
    },
  })
  return (
    <AccountForm title="Change your password" button="Change password" onClose={onClose} form={form}>
      <p className="soft">You stay signed in here, and are signed out on every other device.</p>
      <OwnProofFields field={form.field('own')} email={email} proof={proof} code={form.field('code')} />
      <NewPasswordField {...form.field('password')} label="New password" owner={{ email }} />
      <PasswordField {...form.field('again')} label="New password once more" autoComplete="new-password" />
    </AccountForm>
  )
}

export function EndOthersDialog({ email, onClose, onOthersEnded }: DialogProps) {
  const call = useCall()
  const dispatch = useDispatch()
  const form = useForm(['own'] as const, {
    check: ({ own }) => ({ own: requirePassword(own) }),
    send: async ({ own }) => {
      const answer = await call(calls.EndOtherSessions, { password: own })
      const reply = replyOf(answer)
      if (reply?.status === wrongPassword) return { own: reply.status }
      if (reply?.status !== 'Success') return { form: troubleOf(answer) }
      onClose()
      onOthersEnded()
      dispatch(showAlert(reply.ended ? `${countOf(reply.ended, 'session')} ended.` : 'There was no other session.'))
      return undefined
    },
  })
  return (
    <AccountForm title="End all other sessions" button="End all others" isDanger onClose={onClose} form={form}>
      <p className="soft">
        Every other browser and phone has to sign in again, and so does the console. You stay signed in here.
      </p>
      <OwnPassword field={form.field('own')} email={email} />
    </AccountForm>
  )
}

export function CopyDialog({ email, onClose }: DialogProps) {
  const call = useCall()
  const proof = useOwnProof()
  const form = useForm(['own', 'code'] as const, {
    check: ({ own }) => ({ own: requirePassword(own) }),
    send: async ({ own, code }) => {
      const answer = await call(calls.AskDataCopy, { password: own, ...proof.shown(code) })
      const { status, key } = replyOf(answer) ?? {}
      const unproven = proof.problemOf(replyOf(answer))
      if (unproven) return unproven
      if (status === 'Another copy is on its way')
        return { form: 'Another copy is on its way. When it has arrived, you can ask for one more.' }
      if (status !== 'Success' || !key) return { form: troubleOf(answer) }
      onClose()
      download(key)
      return undefined
    },
  })
  return (
    <AccountForm title="Take your data along" button="Download" onClose={onClose} form={form}>
      <p className="soft">
        One archive with all that we know of you, of every event: a page to read, the same for programs, your photo,
        every version of your abstracts with its file, and your receipts.
      </p>
      <OwnProofFields field={form.field('own')} email={email} proof={proof} code={form.field('code')} />
    </AccountForm>
  )
}

/** As a form does, so that it goes to the disk as it comes, however large it is. */
function download(key: string): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = calls.DataCopy.path
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = 'key'
  field.value = key
  form.append(field)
  document.body.append(form)
  form.submit()
  form.remove()
}
