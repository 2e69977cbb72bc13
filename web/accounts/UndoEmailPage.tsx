import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import * as calls from '#contract/calls/accounts.ts'
import { useHydrated } from '#web/platform/useArrival.ts'
import { useCall } from '#web/platform/useCall.ts'
import { Form, Submit } from '#web/ui/Form.tsx'
import { useForm } from '#web/ui/useForm.ts'
import { troubleOf } from './api.ts'
import { AuthHeading, AuthScreen } from './AuthScreen.tsx'
import { logout, setVerificationToken } from './slice.ts'
import { UpdatePasswordStep } from './UpdatePasswordStep.tsx'

/** The way back from the letter to the old address. A click does it, not the visit: mail servers visit links too. */
export default function UndoEmailPage() {
  const key = useKey()
  const [restored, setRestored] = useState<string>()
  const navigate = useNavigate()
  const dispatch = useDispatch()
  // The right to set a password ends with this screen.
  useEffect(() => () => void dispatch(setVerificationToken('')), [dispatch])
  return (
    <AuthScreen>
      {restored ? (
        <UpdatePasswordStep
          email={restored}
          onStartAgain={() => void navigate('/forgotpass', { state: { email: restored } })}
        />
      ) : (
        <TakeBack linkKey={key} onRestored={setRestored} />
      )}
    </AuthScreen>
  )
}

function TakeBack({ linkKey, onRestored }: { linkKey: string; onRestored: (email: string) => void }) {
  const call = useCall()
  const dispatch = useDispatch()
  const form = useForm([], {
    check: () => ({ form: linkKey ? undefined : 'Please open the link in the email again.' }),
    send: async () => {
      const answer = await call(calls.UndoEmailChange, { key: linkKey })
      const reply = answer.kind === 'reply' ? answer.reply : undefined
      if (reply?.status !== 'Success' || !reply.email || !reply.resetToken)
        return {
          form: reply
            ? `${reply.status}. Please write to the conference office.`
            : troubleOf(answer, 'Please try again later.'),
        }
      // The session of this browser has ended too.
      dispatch(logout())
      dispatch(setVerificationToken(reply.resetToken))
      onRestored(reply.email)
      return undefined
    },
  })
  return (
    <Form form={form}>
      <AuthHeading title="Undo the change of email address">
        Your account gets its old address back, every device is signed out, and you choose a new password.
      </AuthHeading>
      <Submit form={form}>Undo the change</Submit>
    </Form>
  )
}

/** What stands behind the # of the link. It is taken out of the address at once: it must not stay in the history. */
function useKey(): string {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const [kept, setKept] = useState('')
  const key = new URLSearchParams(isHydrated ? hash.slice(1) : '').get('key') ?? ''
  if (key && key !== kept) setKept(key)
  useEffect(() => {
    if (key) void navigate(pathname, { replace: true })
  }, [key, pathname, navigate])
  return kept
}
