import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { dateProblems, EventFields, eventDates } from '#contract/events/event-fields.ts'
import { type Me, mayIn } from '#web/console/accounts/me.ts'
import { call, type Reply } from '#web/console/call.ts'
import { EditArea, EditChoice, EditForm, EditText } from '#web/console/ui/Edit.tsx'
import { type Edit, useEdit } from '#web/console/ui/useEdit.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { EditPicture } from './EditPicture.tsx'
import { Publish } from './Publish.tsx'
import { useActKey, useShowEvent } from './useEvent.ts'
import { counted, dateNames, dayText, type EventDetail, fieldNames, weekdayOf } from './words.ts'

const names = Object.keys(EventFields.shape) as (keyof typeof EventFields.shape)[]
const valuesOf = (event: EventDetail) => Object.fromEntries(names.map((name) => [name, event[name]]))
const storedOf = (event: EventDetail) => ({ version: event.version, values: valuesOf(event) })

export function Details({ me, event }: { me: Me; event: EventDetail }) {
  const show = useShowEvent()
  const keyOf = useActKey()
  const [moved, setMoved] = useState<Reply<'EventSave'>['moved']>([])
  const mayEdit = mayIn(me, 'event.edit', event.eventId) && event.state !== 'archived'
  const edit: Edit = useEdit({
    schema: EventFields,
    stored: storedOf(event),
    draft: { accountId: me.accountId, what: `event-${event.eventId}` },
    check: dateProblems,
    storedIn: (copy) => {
      const stored = copy as EventDetail
      return { ...storedOf(stored), by: stored.changedBy?.name ?? '' }
    },
    send: async (fields, version) => {
      const wish = { eventId: event.eventId, version, ...fields }
      const saved = await call('EventSave', { ...wish, actKey: keyOf(wish) })
      show(saved.event)
      setMoved(saved.moved)
      return storedOf(saved.event)
    },
  })
  useFieldOfAddress()
  return (
    <div className="split wide-aside">
      <EditForm
        edit={edit}
        label="Details and dates"
        save={event.state === 'draft' ? 'Save draft' : 'Save'}
        labels={fieldNames}
      >
        {!mayEdit && (
          <Notice>
            <p>{event.state === 'archived' ? 'This event is archived. It can only be read.' : 'You may read this.'}</p>
          </Notice>
        )}
        <Moved moved={moved} />
        <fieldset className="stack gap-l bare" disabled={!mayEdit}>
          <Words edit={edit} event={event} />
          <Dates edit={edit} event={event} />
        </fieldset>
      </EditForm>
      <Publish me={me} event={event} isSaved={edit.changed.length === 0} />
    </div>
  )
}

function Moved({ moved }: { moved: Reply<'EventSave'>['moved'] }) {
  if (moved.length === 0) return null
  return (
    <Notice tone="good" live>
      {moved.map(({ which, to, drafts, told }) => (
        <p key={which}>
          {which === 'abstracts' ? 'Abstracts now close' : 'Registration now closes'} on {dayText(to)}.
          {which === 'abstracts' && ` ${counted(drafts, 'draft is', 'drafts are')} not submitted yet.`}
          {told > 0 && ` ${counted(told, 'person was', 'people were')} written to.`}
        </p>
      ))}
    </Notice>
  )
}

function Words({ edit, event }: { edit: Edit; event: EventDetail }) {
  return (
    <section className="card stack" aria-labelledby="h-details">
      <h2 id="h-details">Details</h2>
      <div className="form-grid">
        <EditText edit={edit} name="name" label="Name" maxLength={200} />
        <EditText edit={edit} name="shortName" label="Short name" maxLength={40} hint="Where there is little room." />
        <EditText edit={edit} name="theme" label="Theme" maxLength={200} />
        <EditText edit={edit} name="venue" label="Venue" maxLength={200} />
        <div className="field-wide">
          <EditArea
            edit={edit}
            name="lead"
            label="Short description"
            hint="Shown on the home page, at most 300 characters."
          />
        </div>
        <EditPicture edit={edit} name="flyer" label="Flyer" optional />
        <EditChoice
          edit={edit}
          name="timeZone"
          label="Time zone"
          disabled={event.state !== 'draft'}
          hint={
            event.state === 'draft' ? 'Fixed once the event is published.' : 'Fixed, because the event was published.'
          }
        >
          {zonesWith(edit.base.timeZone ?? '').map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </EditChoice>
      </div>
      <p className="small soft">
        {event.state === 'draft' ? 'Its address will be' : 'Its address is'} <code>/e/{event.slug}/</code>
        {event.state === 'draft' ? ', made from the name until it is published.' : '.'}
      </p>
    </section>
  )
}

const zonesWith = (own: string) =>
  [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])].filter(Boolean).toSorted()

function Dates({ edit, event }: { edit: Edit; event: EventDetail }) {
  const town = (edit.values.timeZone ?? '').split('/').at(-1)?.replaceAll('_', ' ')
  return (
    <section className="card stack" aria-labelledby="h-dates">
      <div className="card-header">
        <h2 id="h-dates">Dates</h2>
        <span className="small soft">Each day counts to its end, in {town}</span>
      </div>
      <div className="date-grid">
        {eventDates.map((name) => (
          <div key={name}>
            <EditText
              edit={edit}
              name={name}
              type="date"
              label={dateNames[name]}
              hint={weekdayOf(edit.values[name] ?? '') || undefined}
            />
            {event.copiedFrom && <p className="small soft">Last time: {dayText(event.copiedFrom[name])}</p>}
          </div>
        ))}
      </div>
    </section>
  )
}

/** The checklist leads to a field: there the person can go on at once. */
function useFieldOfAddress() {
  const { hash, key } = useLocation()
  useEffect(() => {
    const field = hash ? document.getElementById(hash.slice(1)) : null
    field?.scrollIntoView({ block: 'center' })
    field?.focus()
  }, [hash, key])
}
