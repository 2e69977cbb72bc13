import { useState } from 'react'
import { pages } from '#contract/pages.ts'
import type { Found } from '#web/platform/query/useDraft.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Spinner.tsx'
import type { KeptValues, ProfileReply } from './api.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { useProfileForm } from './useProfileForm.ts'

type BegunFormProps = { reply: ProfileReply | undefined; found: Found<KeptValues> }

/** The form, filled with what the server and this browser know. */
export default function BegunForm({ reply, found }: BegunFormProps) {
  if (!reply || !found.isRead) return <Skeleton title={pages['/profilereg'].title} />
  return <Ready reply={reply} found={found} />
}

function Ready({ reply, found: { draft, kept } }: { reply: ProfileReply; found: Found<KeptValues> }) {
  const form = useProfileForm({ reply, kept, draft })
  const [isTold, setTold] = useState(kept !== undefined)
  return (
    <>
      <PageHeader
        title={form.profile ? 'Edit your profile' : pages['/profilereg'].title}
        lead={
          form.profile
            ? 'Change what is no longer right. Your photo stays unless you choose another.'
            : 'It takes about four minutes. Everything is required unless marked optional.'
        }
      />
      <ProfileForm form={form} email={reply.Account.UserID}>
        {!form.profile && reply.Earlier && (
          <Notice>We filled in what you told us for {reply.Earlier.Event}. Please check that it is still right.</Notice>
        )}
        {isTold && (
          <Notice tone="good">
            <p>We kept what you had typed on this device.</p>
            <button
              className="button button-quiet"
              type="button"
              onClick={() => {
                form.startAfresh()
                setTold(false)
              }}
            >
              Start afresh
            </button>
          </Notice>
        )}
      </ProfileForm>
    </>
  )
}
