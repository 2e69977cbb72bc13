import { useState } from 'react'
import { SpecialityList } from '#contract/calls/abstracts.ts'
import { ReviewerOffer } from '#contract/calls/reviews.ts'
import { offerTexts } from '#contract/reviews/offer-texts.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { useCall } from '#web/platform/useCall.ts'
import { OfferedFields } from '#web/selection/OfferedFields.tsx'
import { wrongQuota } from '#web/selection/quota.ts'
import { QuotaField } from '#web/selection/QuotaField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Form, Submit } from '#web/ui/Form.tsx'
import { useForm } from '#web/ui/useForm.ts'
import type { Inbox } from './useInbox.ts'
import { notDone } from './useTakeBack.ts'

type ChangeOfferProps = { inbox: Inbox; onChanged: () => void; onClose: () => void }
type Me = Inbox['me']

/** Another number of abstracts, or other fields. Where somebody works is a chair's to change once review has begun. */
export default function ChangeOffer({ inbox: { eventId, me, hasBegun }, onChanged, onClose }: ChangeOfferProps) {
  const call = useCall()
  const idsOf = (fields: Me['first']) => fields.map(({ specialityId }) => String(specialityId))
  const [ranks, setRanks] = useState({ first: idsOf(me.first), second: idsOf(me.second) })
  const { data: fields } = useQuery({
    queryKey: ['SpecialityList', eventId],
    queryFn: async () => {
      const answer = await call(SpecialityList, { EventID: String(eventId) })
      return answer.kind === 'reply' ? answer.reply.Table : undefined
    },
  })
  const form = useForm(['quota', 'first', 'second', 'institution', 'department'], {
    check: ({ quota }) => ({
      quota: wrongQuota(quota),
      first: ranks.first.length === 0 ? 'Choose your first field.' : undefined,
    }),
    send: async ({ quota, institution, department }) => {
      const answer = await call(ReviewerOffer, {
        eventId,
        quota: Number(quota),
        first: ranks.first.map(Number),
        second: ranks.second.map(Number),
        // What cannot be changed any more is sent as it is.
        institution: hasBegun ? me.institution : institution,
        department: hasBegun ? me.department : department,
      })
      if (answer.kind !== 'reply') return { form: notDone }
      const { status } = answer.reply
      if (status === offerTexts.field) return { first: status }
      if (status !== 'Success') return { form: status }
      onChanged()
      return undefined
    },
  })
  return (
    <Dialog open onClose={onClose} title="What you offer" typed>
      <Form form={form}>
        <QuotaField {...form.field('quota')} defaultValue={me.quota} hint="What you have already stays with you." />
        <OfferedFields
          fields={(fields ?? []).map(({ id, Description }) => ({ specialityId: id, name: Description }))}
          {...ranks}
          errors={{ first: form.problems.first, second: form.problems.second }}
          onChange={setRanks}
        />
        <Workplace me={me} hasBegun={hasBegun} form={form} />
        <div className="stack gap-s">
          <Submit form={form}>Save what I offer</Submit>
          <button className="button button-quiet" type="button" onClick={onClose}>
            Not now
          </button>
        </div>
      </Form>
    </Dialog>
  )
}

type WorkplaceProps = {
  me: Me
  hasBegun: boolean
  form: { field: (name: 'institution' | 'department') => { name: string; error?: string | undefined } }
}

function Workplace({ me, hasBegun, form }: WorkplaceProps) {
  if (hasBegun)
    return (
      <p className="small soft">
        {[me.institution, me.department].filter(Boolean).join(', ') || 'Where you work is not known'}: review has begun,
        so please ask the chair to change this.
      </p>
    )
  return (
    <div className="form-grid">
      <TextField {...form.field('institution')} label="Institution" maxLength={200} defaultValue={me.institution} />
      <TextField {...form.field('department')} label="Department" maxLength={200} defaultValue={me.department} />
    </div>
  )
}
