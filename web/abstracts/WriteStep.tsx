import { useState } from 'react'
import { pages } from '#contract/pages.ts'
import { type Found, useDraft } from '#web/platform/query/useDraft.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Spinner.tsx'
import { AbstractForm } from './AbstractForm.tsx'
import { BegunBefore } from './BegunBefore.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import type { Abstract } from './slice.ts'
import { Steps } from './Steps.tsx'
import { UploadDialog } from './UploadDialog.tsx'
import { useAbstractForm } from './useAbstractForm.ts'
import type { Listed } from './useAbstracts.ts'
import type { KeptAbstract } from './useAutosave.ts'
import { WritingBar } from './WritingAside.tsx'

type WriteStepProps = {
  row: Abstract | undefined
  draftName: string
  listed: Listed
  onContinue: (draft: string) => void
  onSaved: (pk: number, isLate: boolean) => void
  onClosed: () => void
  onBack: () => void
}

/** The form, with what this device had kept of it. */
export default function WriteStep(props: WriteStepProps) {
  const found = useDraft<KeptAbstract>(props.draftName)
  if (!found.isRead) return <Skeleton title={pages['/abstractsubmission'].title} />
  return <Ready {...props} found={found} />
}

function Ready({ found: { draft, kept }, onBack, ...props }: WriteStepProps & { found: Found<KeptAbstract> }) {
  const form = useAbstractForm({ ...props, draft, kept })
  const [isTold, setTold] = useState(kept !== undefined)
  return (
    <>
      <PageHeader title="Write your abstract" lead="At most 250 words. Reviewers read it without your name." />
      <section className="section">
        <div className="page-width stack gap-l">
          <Steps current={1} />
          {!props.row && <BegunBefore butNot={props.draftName} onContinue={props.onContinue} />}
          {isTold && (
            <Offer
              text="We kept what you had typed on this device."
              action="Start afresh"
              onTake={() => {
                form.startAfresh()
                setTold(false)
              }}
            />
          )}
          {form.conflict.isGivenUp && (
            <Offer
              text="This is the abstract as it is stored. What you typed is still here."
              action="Bring mine back"
              onTake={form.conflict.bringBack}
            />
          )}
          <AbstractForm form={form} onBack={onBack} />
        </div>
      </section>
      <WritingBar form={form} />
      <UploadDialog saving={form.saving} />
      <ConflictDialog form={form} />
    </>
  )
}

function Offer({ text, action, onTake }: { text: string; action: string; onTake: () => void }) {
  return (
    <Notice tone="good">
      <p>{text}</p>
      <button className="button button-quiet" type="button" onClick={onTake}>
        {action}
      </button>
    </Notice>
  )
}
