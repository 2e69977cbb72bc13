import { lazy, Suspense } from 'react'
import { pages } from '#contract/pages.ts'
import { useDraft } from '#web/platform/query/useDraft.ts'
import { Skeleton } from '#web/ui/Spinner.tsx'
import type { KeptValues } from './api.ts'
import { NotLoaded } from './NotLoaded.tsx'
import { useProfile } from './useProfile.ts'

/** For whoever asked for the end of their account and signs in without a profile. */
const OwnClosingNotice = lazy(() =>
  import('#web/accounts/card/ClosingNotice.tsx').then((notice) => ({ default: notice.OwnClosingNotice })),
)
/** The page's own script asks for the profile while that of the form is still on its way. */
const BegunForm = lazy(() => import('./BegunForm.tsx'))

export default function ProfileFormPage() {
  const { reply, exists: _told, ...loaded } = useProfile()
  const found = useDraft<KeptValues>('profile')
  if (loaded.hasFailed) return <NotLoaded {...loaded} />
  return (
    <Suspense fallback={<Skeleton title={pages['/profilereg'].title} />}>
      <Suspense>
        <OwnClosingNotice />
      </Suspense>
      <BegunForm reply={reply} found={found} />
    </Suspense>
  )
}
