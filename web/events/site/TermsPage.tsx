import { LegalPage } from './LegalPage.tsx'

export default function TermsPage() {
  return <LegalPage title="Terms & Conditions" name="terms" />
}
