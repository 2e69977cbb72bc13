/** What is written about a workshop: a new one, or one that is there already, with what a change means for people. */
import { WorkshopFields } from '#contract/events/workshop-fields.ts'
import { paisaInRupee, priceText } from '#contract/money.ts'
import type { Me } from '#web/console/accounts/me.ts'
import { call, type Reply } from '#web/console/call.ts'
import { EditForm, EditText } from '#web/console/ui/Edit.tsx'
import { type Edit, useEdit } from '#web/console/ui/useEdit.ts'
import { useTelling } from './TellHolders.tsx'
import { useActKey } from './useEvent.ts'
import { counted } from './words.ts'
import { type Workshop, workshopFieldNames } from './workshop-words.tsx'

const names = Object.keys(WorkshopFields.shape)

function storedOf(workshop: Workshop) {
  const all: Record<string, unknown> = { ...workshop, priceInRupees: workshop.price / paisaInRupee }
  return { version: workshop.version, values: Object.fromEntries(names.map((name) => [name, String(all[name])])) }
}

const empty = {
  ...Object.fromEntries(names.map((name) => [name, ''])),
  time: '09:00',
  durationMinutes: '120',
  priceInRupees: '0',
}

type NewProps = { me: Me; eventId: number; onAdded: (workshop: Workshop) => void }

export function NewWorkshop({ me, eventId, onAdded }: NewProps) {
  const keyOf = useActKey()
  const edit: Edit = useEdit({
    schema: WorkshopFields,
    stored: { version: 0, values: empty },
    draft: { accountId: me.accountId, what: `workshop-new-${eventId}` },
    storedIn: (copy) => ({ ...storedOf(copy as Workshop), by: '' }),
    send: async (fields) => {
      const wish = { eventId, ...fields }
      const { workshop } = await call('WorkshopSave', { ...wish, actKey: keyOf(wish) })
      onAdded(workshop)
      return storedOf(workshop)
    },
  })
  return (
    <EditForm edit={edit} label="A new workshop" save="Add the workshop" labels={workshopFieldNames} isNew>
      <div className="split">
        <Words edit={edit} />
        <section className="card stack" aria-labelledby="h-seats">
          <h2 id="h-seats">Seats and price</h2>
          <EditText edit={edit} name="seats" label="Seats" inputMode="numeric" />
          <EditText edit={edit} name="priceInRupees" label="Price in rupees" inputMode="numeric" hint="0 is free." />
        </section>
      </div>
    </EditForm>
  )
}

type EditProps = {
  me: Me
  workshop: Workshop
  onSaved: (answer: Reply<'WorkshopSave'>) => void
}

export function EditWorkshop({ me, workshop, onSaved }: EditProps) {
  const { eventId, workshopId, price, held, paid, lowest, topic } = workshop
  const people = paid + held
  const keyOf = useActKey()
  const { askToTell, telling } = useTelling()
  const edit: Edit = useEdit({
    schema: WorkshopFields,
    stored: storedOf(workshop),
    draft: { accountId: me.accountId, what: `workshop-${workshopId}` },
    storedIn: (copy) => {
      const stored = copy as Workshop
      return { ...storedOf(stored), by: stored.changedBy?.name ?? '' }
    },
    send: async (fields, version) => {
      const { date, time, venue, durationMinutes } = fields
      const isMoved = date !== workshop.date || time !== workshop.time || venue !== workshop.venue
      const told =
        isMoved && people > 0
          ? await askToTell({
              title: `Notify the people with a seat in “${topic}”?`,
              act: 'Save',
              preview: { eventId, workshopId, change: 'moved', date, time, venue, durationMinutes },
              text: <p>The day, the time or the venue is different. Their seats stay as they are.</p>,
            })
          : {}
      if (!told) throw new Error('Not saved. Your changes are kept on this device.')
      const wish = { eventId, workshopId, version, ...fields, ...told }
      const answer = await call('WorkshopSave', { ...wish, actKey: keyOf(wish) })
      onSaved(answer)
      return storedOf(answer.workshop)
    },
  })
  const keep =
    held > 0 && `${counted(held, 'order')} not paid yet ${held === 1 ? 'keeps' : 'keep'} the price it was made at.`
  const priceHint = `${priceText(price)} now. ${keep || ''} Whoever checks out from now on pays the new price. Receipts do not change.`
  return (
    <EditForm edit={edit} label="The workshop" save="Save" labels={workshopFieldNames}>
      <section className="card stack" aria-labelledby="h-seats">
        <h2 id="h-seats">Seats and price</h2>
        <EditText
          edit={edit}
          name="seats"
          label="Seats"
          inputMode="numeric"
          hint={lowest > 0 ? `The lowest you can set is ${lowest}. To sell no more, stop sales.` : undefined}
        />
        <EditText edit={edit} name="priceInRupees" label="Price in rupees" inputMode="numeric" hint={priceHint} />
      </section>
      <Words
        edit={edit}
        note={
          people > 0
            ? `${counted(people, 'person has', 'people have')} a seat. If you change the day, the time or the venue, you can email them.`
            : ''
        }
      />
      {telling}
    </EditForm>
  )
}

function Words({ edit, note = '' }: { edit: Edit; note?: string }) {
  return (
    <section className="card stack" aria-labelledby="h-words">
      <h2 id="h-words">What, when and where</h2>
      {note && <p className="small soft">{note}</p>}
      <EditText edit={edit} name="topic" label="Topic" maxLength={200} />
      <EditText edit={edit} name="date" label="Day" type="date" />
      <EditText edit={edit} name="time" label="Begins at" type="time" hint="By the clocks where the event is held." />
      <EditText edit={edit} name="durationMinutes" label="Minutes" inputMode="numeric" />
      <EditText edit={edit} name="venue" label="Room or venue" maxLength={200} />
      <EditText edit={edit} name="facilitators" label="Facilitators" maxLength={500} />
      <EditText edit={edit} name="focal" label="Focal person" maxLength={200} hint="Whom people ask about it." />
    </section>
  )
}
