import { ComingPage } from '#web/ui/ComingPage.tsx'

export default function ProfilePage() {
  return (
    <ComingPage title="Your profile opens here soon">
      Your details, abstracts, workshops and certificates will be together on this page.
    </ComingPage>
  )
}
