import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { NameFields } from '#contract/people/person-fields.ts'
import { call } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'
import { Form, FormEnd } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { type Person, takesPartText } from './words.ts'

type ProfileCardProps = { person: Person; mayEdit: boolean; mayContact: boolean; show: (now: Person) => void }

export function ProfileCard({ person, mayEdit, mayContact, show }: ProfileCardProps) {
  const [isCorrecting, setCorrecting] = useState(false)
  const { profile } = person
  const facts: [string, string | undefined][] = profile
    ? [
        ['Name on certificate', profile.certificateName],
        ['Takes part as', takesPartText(profile)],
        ['Institution', profile.institution],
        ['Designation', profile.designation],
        ['City', [profile.city, profile.country].filter(Boolean).join(', ')],
      ]
    : []
  return (
    <section className="card stack" aria-labelledby="h-profile">
      <div className="card-header">
        <h2 className="heading-small" id="h-profile">
          Profile
        </h2>
        {mayEdit && (
          <button className="button button-quiet" type="button" onClick={() => setCorrecting(true)}>
            <Icon name="edit" /> Correct the name
          </button>
        )}
      </div>
      {!profile && <p className="soft">Not filled in yet.</p>}
      <dl className="facts stack gap-s">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value || <span className="soft">not given</span>}</dd>
          </div>
        ))}
      </dl>
      {profile && mayContact && <Contact person={person} />}
      {isCorrecting && (
        <CorrectName
          person={person}
          onClose={() => setCorrecting(false)}
          onDone={(now) => {
            setCorrecting(false)
            show(now)
          }}
        />
      )}
    </section>
  )
}

function Contact({ person: { eventId, accountId } }: { person: Person }) {
  const client = useQueryClient()
  const asking = useMutation({
    mutationFn: () => call('PersonContact', { eventId, accountId }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['PersonTimeline'] }),
  })
  const told = asking.data
  if (!told)
    return (
      <>
        <div>
          <button className="button button-secondary" type="button" onClick={() => asking.mutate()}>
            <Icon name="phone" /> Show how to reach them
          </button>
        </div>
        {asking.error && <p className="field-error">{asking.error.message}</p>}
        <p className="small soft">Showing it is noted in the audit trail.</p>
      </>
    )
  const facts = [
    ['PMDC', told.pmdc],
    ['Mobile', told.mobile],
    ['Landline', told.phone],
    ['Other email', told.alternativeEmail],
    ['Address', told.address],
  ] as const
  return (
    <dl className="facts stack gap-s">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value || <span className="soft">not given</span>}</dd>
        </div>
      ))}
    </dl>
  )
}

type CorrectNameProps = { person: Person; onClose: () => void; onDone: (now: Person) => void }

function CorrectName({ person, onClose, onDone }: CorrectNameProps) {
  const { eventId, accountId, name, profile } = person
  const keyOf = useActKey()
  const form = useForm({
    schema: NameFields,
    send: async (fields) => {
      const wish = { eventId, accountId, ...fields }
      onDone((await call('PersonCorrectName', { ...wish, actKey: keyOf(wish) })).person)
    },
  })
  return (
    <Dialog open onClose={onClose} title="Correct the name" typed>
      <Form form={form} className="stack">
        <TextField label="Name" defaultValue={name} dir="auto" {...form.field('name')} />
        {profile && (
          <TextField
            label="Name on certificate"
            defaultValue={profile.certificateName}
            dir="auto"
            {...form.field('certificateName')}
          />
        )}
        <TextField label="Why" hint="Seen by staff only." {...form.field('reason')} />
        <p className="small soft">Receipts keep the name that they were printed with.</p>
        <FormEnd action="Correct it" problem={form.problems.form} isSending={form.isSending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
