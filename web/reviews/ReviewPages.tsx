import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { NotFoundPage } from '#web/events/site/NotFoundPage.tsx'
import { keepFocus } from '#web/platform/keepFocus.ts'
import { DeclinePage } from './DeclinePage.tsx'
import { InboxPage } from './InboxPage.tsx'
import { ReviewPage } from './ReviewPage.tsx'

/** Everything of a reviewer. It comes in one piece: what is opened next on a ward may find no line. */
export default function ReviewPages() {
  const { pathname } = useLocation()
  useEffect(keepFocus, [])
  // By hand: what else the router knows, every other page would carry too.
  const [, assignment, decline] = /^\/review(?:\/([1-9]\d{0,8})(\/decline)?)?\/?$/.exec(pathname) ?? [undefined, '0']
  if (assignment === undefined) return <InboxPage />
  if (assignment === '0') return <NotFoundPage />
  const Page = decline ? DeclinePage : ReviewPage
  return <Page assignmentId={Number(assignment)} />
}
