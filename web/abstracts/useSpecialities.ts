import { useMemo, useState } from 'react'
import { abstractCalls } from '#contract/abstracts/heads.ts'
import { useContent } from '#web/layout/content.tsx'
import { useStore } from '#web/platform/store.ts'
import { useAsked } from '#web/platform/useAsked.ts'
import { useCall } from '#web/platform/useCall.ts'
import { askTwice } from './api.ts'

export type Option = { id: number; Description: string }

const none: Option[] = []

/** The specialties of the event, and the sub-specialties of the one that is chosen. None while they are not known. */
export function useSpecialities(chosen: string) {
  const call = useCall()
  const { event } = useContent()
  const applicantId = useStore(({ auth }) => auth.applicantId)
  const [specialities, setSpecialities] = useState(none)
  const [found, setFound] = useState({ of: 0, options: none })
  const eventId = event?.id
  const id = specialities.find(({ Description }) => Description === chosen)?.id

  const askAll = useMemo(() => {
    if (eventId === undefined) return undefined
    return () => askTwice(call, abstractCalls.SpecialityList, { EventID: eventId, ApplicantID: applicantId })
  }, [call, eventId, applicantId])
  useAsked(askAll, (answer) => {
    if (answer.kind === 'reply') setSpecialities(answer.reply.Table)
  })

  const askBelow = useMemo(() => {
    if (id === undefined) return undefined
    return async () => ({
      of: id,
      answer: await askTwice(call, abstractCalls.SubSpecialityList, { SupecialityID: id }),
    })
  }, [call, id])
  useAsked(askBelow, ({ of, answer }) => {
    if (answer.kind === 'reply') setFound({ of, options: answer.reply.Table })
  })

  return { specialities, subSpecialities: found.of === id ? found.options : none }
}
