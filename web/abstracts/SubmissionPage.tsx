import { ComingPage } from '#web/ui/ComingPage.tsx'

export default function SubmissionPage() {
  return (
    <ComingPage title="Abstract submission opens here soon">
      You will write your abstract, attach its file and follow its review on this page. The{' '}
      <a href="/abstract">guidelines</a> are ready to read.
    </ComingPage>
  )
}
