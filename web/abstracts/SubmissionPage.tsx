import { lazy, Suspense, useEffect } from 'react'
import { pages } from '#contract/pages.ts'
import { Skeleton } from '#web/ui/Spinner.tsx'
import { AbstractList } from './AbstractList.tsx'
import { ClosedStep } from './ClosedStep.tsx'
import { useAbstracts } from './useAbstracts.ts'
import { useActions } from './useActions.ts'
import { useDeadline } from './useDeadline.ts'
import { toWrite, useWizard } from './useWizard.ts'

const writing = () => import('./WriteStep.tsx')
const WriteStep = lazy(writing)
const ReviewStep = lazy(() => import('./ReviewStep.tsx'))
const SubmittedStep = lazy(() => import('./SubmittedStep.tsx'))

/** The wizard: list, form, review, submitted, or closed. */
export default function SubmissionPage() {
  const listed = useAbstracts()
  const { now, row, hasVanished, goTo } = useWizard(listed)
  const hasPassed = useDeadline()
  const toList = () => goTo({ step: 0 })
  const goOn = (draft: string) => goTo(hasPassed() ? { step: 4 } : { step: 1, pk: 0, draft })
  const actions = useActions(listed, {
    onSubmitted: (submitted) => goTo({ step: 3, submitted }),
    onClosed: () => goTo({ step: 4 }),
    onRevised: (why) => goTo({ step: 0, why }),
  })

  useEffect(() => {
    // The form is there before it is asked for, even if the connection is not.
    if (listed.isKnown) writing().catch(reportError)
  }, [listed.isKnown])

  const waiting = <Skeleton title={pages['/abstractsubmission'].title} />
  // What was typed into it is being kept; a form of a new abstract would begin by clearing that.
  if (hasVanished) return waiting
  if (!listed.isKnown && !row && !(now.step === 1 && now.pk === 0)) return waiting
  if (now.step === 4) return <ClosedStep onReturn={toList} />
  if (now.step === 0) {
    return (
      <AbstractList
        listed={listed}
        actions={actions}
        why={now.why}
        onAdd={() => goTo(hasPassed() ? { step: 4 } : toWrite(0))}
        onContinue={goOn}
        onEdit={({ pk }) => goTo(toWrite(pk))}
      />
    )
  }
  return (
    <Suspense fallback={waiting}>
      {now.step === 1 && (
        <WriteStep
          key={now.draft}
          row={row}
          draftName={now.draft}
          listed={listed}
          onContinue={goOn}
          onSaved={(pk, isLate) => goTo({ step: 2, pk, isLate })}
          onClosed={() => goTo({ step: 4 })}
          onBack={toList}
        />
      )}
      {now.step === 2 && row && (
        <ReviewStep
          row={row}
          isLate={now.isLate}
          actions={actions}
          onEdit={() => goTo(toWrite(row.pk))}
          onBack={toList}
        />
      )}
      {now.step === 3 && (
        <SubmittedStep
          row={now.submitted}
          onReturn={() => {
            toList()
            void listed.refresh()
          }}
        />
      )}
    </Suspense>
  )
}
