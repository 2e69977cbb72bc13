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
  const { place, row, hasVanished, goTo } = useWizard(listed)
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
  if (!listed.isKnown && !row && !(place.step === 1 && place.pk === 0)) return waiting
  if (place.step === 4) return <ClosedStep onReturn={toList} />
  if (place.step === 0) {
    return (
      <AbstractList
        listed={listed}
        actions={actions}
        why={place.why}
        onAdd={() => goTo(hasPassed() ? { step: 4 } : toWrite(0))}
        onContinue={goOn}
        onEdit={({ pk }) => goTo(toWrite(pk))}
      />
    )
  }
  return (
    <Suspense fallback={waiting}>
      {place.step === 1 && (
        <WriteStep
          key={place.draft}
          row={row}
          draftName={place.draft}
          listed={listed}
          onContinue={goOn}
          onSaved={(pk, isLate) => goTo({ step: 2, pk, isLate })}
          onClosed={() => goTo({ step: 4 })}
          onBack={toList}
        />
      )}
      {place.step === 2 && row && (
        <ReviewStep
          row={row}
          isLate={place.isLate}
          actions={actions}
          onEdit={() => goTo(toWrite(row.pk))}
          onBack={toList}
        />
      )}
      {place.step === 3 && (
        <SubmittedStep
          row={place.submitted}
          onReturn={() => {
            toList()
            void listed.refresh()
          }}
        />
      )}
    </Suspense>
  )
}
