import { LegalPage } from './LegalPage.tsx'

export default function PrivacyPage() {
  return <LegalPage title="Privacy Policy" name="privacy" />
}
