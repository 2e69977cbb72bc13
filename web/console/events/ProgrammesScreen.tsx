import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ProgrammeFields } from '#contract/events/event-fields.ts'
import { mayIn, useMe } from '#web/console/accounts/me.ts'
import { call, type Reply } from '#web/console/call.ts'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { EditArea, EditForm, EditText } from '#web/console/ui/Edit.tsx'
import { type Edit, useEdit } from '#web/console/ui/useEdit.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { EditPicture } from './EditPicture.tsx'
import { useActKey } from './useEvent.ts'
import { dayText } from './words.ts'

type Programme = Reply<'ProgrammeList'>['programmes'][number]

const names = Object.keys(ProgrammeFields.shape) as (keyof typeof ProgrammeFields.shape)[]
const labels: Record<string, string> = {
  name: 'Name',
  courseCoordinator: 'Coordinator',
  registrationFee: 'Fee',
  endDate: 'Last day',
  image: 'Picture',
  description: 'Description',
}
const emptyValues = Object.fromEntries(names.map((name) => [name, '']))
const storedOf = (programme: Programme) => ({
  version: programme.version,
  values: Object.fromEntries(names.map((name) => [name, programme[name]])),
})

/** The courses and conferences of the college, current and past. */
export default function ProgrammesScreen() {
  useTitle('Programmes')
  const { data, error } = useQuery(ask('ProgrammeList', {}))
  const [open, setOpen] = useState<number | 'new'>()
  const mayChange = mayIn(useMe(), 'content.publish', undefined)
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Programmes</h1>
        {mayChange && (
          <span className="push cluster gap-s">
            <button
              className="button button-secondary"
              type="button"
              aria-expanded={open === 'new'}
              onClick={() => setOpen(open === 'new' ? undefined : 'new')}
            >
              <Icon name="plus" /> Add a programme
            </button>
          </span>
        )}
      </div>
      {!mayChange && (
        <Notice>Programmes belong to the college. An owner, or an organiser of the college, changes them.</Notice>
      )}
      {error && (
        <Notice tone="bad" live>
          {error.message}
        </Notice>
      )}
      {open === 'new' && (
        <article className="card stack">
          <Editing key="new" programme={undefined} onDone={() => setOpen(undefined)} />
        </article>
      )}
      {data?.programmes.length === 0 && (
        <EmptyState title="No programme yet">
          <p>What you add is on the programme pages at once.</p>
        </EmptyState>
      )}
      <ul className="stack">
        {data?.programmes.map((programme) => (
          <li key={programme.id}>
            <article className="card stack">
              <div className="cluster">
                <h2 className="heading-small grow" dir="auto">
                  {programme.name}
                </h2>
                {programme.isRetired && <span className="status-chip">Not shown</span>}
                {mayChange && (
                  <>
                    <button
                      className="button button-secondary"
                      type="button"
                      aria-expanded={open === programme.id}
                      onClick={() => setOpen(open === programme.id ? undefined : programme.id)}
                    >
                      Edit<span className="visually-hidden"> {programme.name}</span>
                    </button>
                    <Retire programme={programme} />
                  </>
                )}
              </div>
              <p className="small soft">
                Until {dayText(programme.endDate)}
                {programme.courseCoordinator && `, ${programme.courseCoordinator}`}
              </p>
              {open === programme.id && <Editing programme={programme} onDone={() => setOpen(undefined)} />}
            </article>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Retire({ programme: { id, version, name, isRetired } }: { programme: Programme }) {
  const client = useQueryClient()
  const keyOf = useActKey()
  const [problem, setProblem] = useState('')
  const send = async () => {
    const wish = { id, version, retired: !isRetired }
    try {
      await call('ProgrammeRetire', { ...wish, actKey: keyOf(wish) })
      setProblem('')
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    void client.invalidateQueries({ queryKey: ['ProgrammeList'] })
  }
  return (
    <>
      <button className="button button-quiet" type="button" onClick={() => void send()}>
        {isRetired ? 'Show it again' : 'Take it off the pages'}
        <span className="visually-hidden">: {name}</span>
      </button>
      {problem && <p className="field-error">{problem}</p>}
    </>
  )
}

function Editing({ programme, onDone }: { programme: Programme | undefined; onDone: () => void }) {
  const { accountId } = useMe()
  const client = useQueryClient()
  const keyOf = useActKey()
  const edit: Edit = useEdit({
    schema: ProgrammeFields,
    stored: programme ? storedOf(programme) : { version: 0, values: emptyValues },
    draft: { accountId, what: `programme-${programme?.id ?? 'new'}` },
    storedIn: (copy) => ({ ...storedOf(copy as Programme), by: '' }),
    send: async (fields, version) => {
      const wish = { ...fields, ...(programme && { id: programme.id, version }) }
      const saved = await call('ProgrammeSave', { ...wish, actKey: keyOf(wish) })
      void client.invalidateQueries({ queryKey: ['ProgrammeList'] })
      onDone()
      return storedOf(saved.programme)
    },
  })
  return (
    <EditForm
      edit={edit}
      label={programme ? `Edit ${programme.name}` : 'A new programme'}
      save="Save"
      labels={labels}
      isNew={!programme}
    >
      <div className="form-grid">
        <EditText edit={edit} name="name" label="Name" maxLength={200} />
        <EditText edit={edit} name="courseCoordinator" label="Coordinator" maxLength={200} />
        <EditText edit={edit} name="registrationFee" label="Fee" maxLength={100} />
        <EditText
          edit={edit}
          name="endDate"
          label="Last day"
          type="date"
          hint="From the next day on it is a past programme."
        />
        <EditPicture edit={edit} name="image" label="Picture" optional />
        <div className="field-wide">
          <EditArea edit={edit} name="description" label="Description" rows={4} />
        </div>
      </div>
    </EditForm>
  )
}
