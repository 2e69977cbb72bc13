import { useEffect, useRef, useState } from 'react'
import { abstractTexts, mayEdit } from '#contract/abstracts/rules.ts'
import { randomId } from '#web/platform/call.ts'
import { openDraft } from '#web/platform/draft.ts'
import { useStore } from '#web/platform/store.ts'
import type { Abstract } from './slice.ts'
import type { Listed } from './useAbstracts.ts'
import { forgetWriting, rememberWriting, writingBefore } from './writing.ts'

/** 0 the list, 1 the form, 2 the review, 3 submitted, 4 closed; `pk` is 0 for a new abstract, `draft` the name of what this device keeps. */
type WizardStep =
  | { step: 0; why?: string }
  | { step: 1; pk: number; draft: string }
  | { step: 2; pk: number; isLate: boolean }
  | { step: 3; submitted: Abstract }
  | { step: 4 }

/** How the names of new abstracts begin. Each has its own: what is begun today does not write over what was begun before. */
export const newDrafts = 'abstract-new'

export const toWrite = (pk: number): WizardStep => ({
  step: 1,
  pk,
  draft: pk ? `abstract-${pk}` : `${newDrafts}-${randomId()}`,
})

/** Where the person is. Whoever reloads in the middle of writing is there again. */
export function useWizard({ abstracts, isKnown }: Listed) {
  const applicantId = useStore(({ auth }) => auth.applicantId)
  const [now, setNow] = useState<WizardStep>(() => {
    const writing = writingBefore(applicantId)
    return writing ? { step: 1, ...writing } : { step: 0 }
  })
  const drawn = useRef(now)
  const pk = 'pk' in now ? now.pk : 0
  const row = abstracts.find((one) => one.pk === pk)
  const isLocked = now.step === 1 && row !== undefined && !mayEdit(row)
  const why = row ? abstractTexts.locked : abstractTexts.gone
  const hasVanished = isKnown && pk > 0 && (!row || isLocked)

  useEffect(() => {
    if (now.step === 1) rememberWriting(applicantId, now)
    else forgetWriting()
    if (drawn.current === now) return
    drawn.current = now
    // A new screen begins at its top, for eyes and for screen readers.
    document.getElementById('main')?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [now, applicantId])

  useEffect(() => {
    if (!hasVanished) return
    void keepAsNew(applicantId, pk).finally(() => setNow({ step: 0, why }))
  }, [hasVanished, applicantId, pk, why])

  return { now, row, hasVanished, goTo: setNow }
}

export type Wizard = ReturnType<typeof useWizard>

/** What was typed into an abstract that is gone can still become another one. */
async function keepAsNew(applicantId: string, pk: number): Promise<void> {
  const orphan = openDraft<object>(applicantId, `abstract-${pk}`)
  const typed = await orphan.read()
  if (!typed) return
  await openDraft<object>(applicantId, `${newDrafts}-${pk}`).write(typed)
  orphan.clear()
}
