import { useEffect, useState } from 'react'
import { abstractCalls } from '#contract/abstracts/heads.ts'
import { useContent } from '#web/layout/content.tsx'
import { useStore } from '#web/platform/store.ts'
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

  useEffect(() => {
    if (eventId === undefined) return
    let isGone = false
    void askTwice(call, abstractCalls.SpecialityList, { EventID: eventId, ApplicantID: applicantId }).then((answer) => {
      if (!isGone && answer.kind === 'reply') setSpecialities(answer.reply.Table)
    })
    return () => {
      isGone = true
    }
  }, [call, eventId, applicantId])

  useEffect(() => {
    if (id === undefined) return
    let isGone = false
    void askTwice(call, abstractCalls.SubSpecialityList, { SupecialityID: id }).then((answer) => {
      if (!isGone && answer.kind === 'reply') setFound({ of: id, options: answer.reply.Table })
    })
    return () => {
      isGone = true
    }
  }, [call, id])

  return { specialities, subSpecialities: found.of === id ? found.options : none }
}
