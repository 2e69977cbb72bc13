import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useArrival } from '#web/platform/useArrival.ts'
import { Stepper } from '#web/ui/Stepper.tsx'
import { AuthScreen } from './AuthScreen.tsx'
import { SendPinStep } from './SendPinStep.tsx'
import { setVerificationToken } from './slice.ts'
import { UpdatePasswordStep } from './UpdatePasswordStep.tsx'
import { useBackBlocked } from './useBackBlocked.ts'
import { VerifyPinStep } from './VerifyPinStep.tsx'

const steps = ['Send PIN', 'Verify PIN', 'Update password']

export default function ForgotPasswordPage() {
  const arrival = useArrival()
  const [step, setStep] = useState(0)
  const [typed, setTyped] = useState<string>()
  const dispatch = useDispatch()
  useBackBlocked()
  // The right to set a password ends with this screen.
  useEffect(() => () => void dispatch(setVerificationToken('')), [dispatch])

  const email = typed ?? arrival.email
  const startAgain = () => setStep(0)
  return (
    <AuthScreen>
      <div className="stack gap-l">
        <Stepper steps={steps} current={step} />
        {step === 0 && (
          <SendPinStep
            email={email}
            onSent={(to) => {
              setTyped(to)
              setStep(1)
            }}
          />
        )}
        {step === 1 && <VerifyPinStep email={email ?? ''} onVerified={() => setStep(2)} onStartAgain={startAgain} />}
        {step === 2 && <UpdatePasswordStep email={email ?? ''} onStartAgain={startAgain} />}
        <p className="small soft">
          Please use the buttons on this page. The browser&rsquo;s back button is off here, so that no PIN is spent
          twice.
        </p>
      </div>
    </AuthScreen>
  )
}
