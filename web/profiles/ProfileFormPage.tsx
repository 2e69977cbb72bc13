import { ComingPage } from '#web/ui/ComingPage.tsx'

export default function ProfileFormPage() {
  return (
    <ComingPage title="Profiles open here soon">
      You will enter your details once, with the name to print on your certificate.
    </ComingPage>
  )
}
