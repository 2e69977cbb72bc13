import { ComingPage } from '#web/ui/ComingPage.tsx'

export default function PaymentProcessingPage() {
  return (
    <ComingPage title="Payment opens here soon">
      After you pay with your card, this page will confirm it with the bank and take you to your profile.
    </ComingPage>
  )
}
