import * as calls from '#contract/calls/abstracts.ts'
import { useContent } from '#web/layout/content.tsx'
import { useQuery } from '#web/platform/query/useQuery.ts'
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
  const eventId = event?.id ?? 0

  const { data: specialities = none } = useQuery({
    queryKey: ['SpecialityList', eventId, applicantId],
    enabled: event !== null,
    queryFn: async () => {
      const asked = { EventID: eventId, ApplicantID: applicantId }
      const answer = await askTwice(call, calls.SpecialityList, asked)
      return answer.kind === 'reply' ? answer.reply.Table : undefined
    },
  })

  const id = specialities.find(({ Description }) => Description === chosen)?.id
  const { data: subSpecialities = none } = useQuery({
    queryKey: ['SubSpecialityList', id],
    enabled: id !== undefined,
    queryFn: async () => {
      const answer = await askTwice(call, calls.SubSpecialityList, { SupecialityID: id ?? 0 })
      return answer.kind === 'reply' ? answer.reply.Table : undefined
    },
  })

  return { specialities, subSpecialities }
}
