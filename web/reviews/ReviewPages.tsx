import { Route, Routes, useParams } from 'react-router'
import { NotFoundPage } from '#web/events/site/NotFoundPage.tsx'
import { DeclinePage } from './DeclinePage.tsx'
import { InboxPage } from './InboxPage.tsx'
import { ReviewPage } from './ReviewPage.tsx'

/** Everything of a reviewer. It comes in one piece: what is opened next on a ward may find no line. */
export default function ReviewPages() {
  return (
    <Routes>
      <Route index element={<InboxPage />} />
      <Route path=":assignment" element={<Numbered of={ReviewPage} />} />
      <Route path=":assignment/decline" element={<Numbered of={DeclinePage} />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}

function Numbered({ of: Page }: { of: typeof ReviewPage }) {
  const { assignment = '' } = useParams()
  return /^[1-9]\d{0,8}$/.test(assignment) ? <Page assignmentId={Number(assignment)} /> : <NotFoundPage />
}
