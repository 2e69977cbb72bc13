import { useState } from 'react'
import { type Me, mayIn } from '#web/console/accounts/me.ts'
import { Menu } from '#web/console/ui/Menu.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PasteDisciplines } from './PasteDisciplines.tsx'
import { typedIn, useEventAct } from './useEvent.ts'
import { counted, type EventDetail } from './words.ts'

type Discipline = EventDetail['disciplines'][number]
type Field = Discipline['fields'][number]
type Kind = 'discipline' | 'field'
/** What is being named: one that is there, or a new one. */
type Naming = { kind: Kind; one?: Field; disciplineId?: number }

/** What abstracts are submitted to. One that is no longer offered keeps its abstracts. */
export function Disciplines({ me, event }: { me: Me; event: EventDetail }) {
  const { disciplines } = event
  const mayEdit = mayIn(me, 'event.edit', event.eventId) && event.state !== 'archived'
  const editing = useEditing(event)
  return (
    <section className="card stack" aria-labelledby="h-disciplines">
      <div className="card-header">
        <h2 id="h-disciplines">Disciplines</h2>
        <span className="small soft">In the order in which they are offered</span>
      </div>
      {editing.problem && (
        <Notice tone="bad" live>
          {editing.problem}
        </Notice>
      )}
      {disciplines.length === 0 && (
        <p className="soft">None yet. People need one, with a field, to submit an abstract.</p>
      )}
      <ol className="stack disciplines">
        {disciplines.map((discipline) => (
          <One
            key={discipline.id}
            discipline={discipline}
            among={disciplines}
            editing={mayEdit ? editing : undefined}
          />
        ))}
      </ol>
      {mayEdit && (
        <>
          {editing.form('discipline', undefined)}
          <div>
            <button
              className="button button-secondary"
              type="button"
              onClick={() => editing.begin({ kind: 'discipline' })}
            >
              <Icon name="plus" /> Add a discipline
            </button>
          </div>
          <PasteDisciplines event={event} />
        </>
      )}
    </section>
  )
}

/** What can be done to them, and the form of the one that is being named. */
function useEditing({ eventId }: EventDetail) {
  const saving = useEventAct('DisciplineSave')
  const retiring = useEventAct('DisciplineRetire')
  const ordering = useEventAct('DisciplineOrder')
  const [naming, setNaming] = useState<Naming>()
  const begin = (next: Naming | undefined) => {
    saving.forget()
    setNaming(next)
  }
  const name = async (description: string) => {
    const { kind, one, disciplineId } = naming as Naming
    const which = one ? { id: one.id, version: one.version } : { ...(disciplineId && { disciplineId }) }
    if (await saving.act({ eventId, kind, description, ...which })) setNaming(undefined)
  }
  const form = (kind: Kind, one: Field | undefined, disciplineId?: number) =>
    naming?.kind === kind && naming.one?.id === one?.id && (one ?? naming.disciplineId === disciplineId) ? (
      <NameForm
        key={one?.id ?? 0}
        naming={naming}
        problem={saving.problems}
        isSending={saving.isSending}
        onName={name}
        onClose={() => begin(undefined)}
      />
    ) : null
  const tools = (
    kind: Kind,
    one: Field,
    { among, disciplineId }: { among: readonly Field[]; disciplineId?: number },
  ) => (
    <Tools
      one={one}
      among={among}
      onName={() => begin({ kind, one })}
      onMove={(ids) => void ordering.act({ eventId, ids, ...(disciplineId && { disciplineId }) })}
      onRetire={() => void retiring.act({ eventId, kind, id: one.id, version: one.version, retired: !one.isRetired })}
    />
  )
  return { begin, form, tools, problem: retiring.problems.form ?? ordering.problems.form }
}

type OneProps = {
  discipline: Discipline
  among: readonly Discipline[]
  /** Missing for whoever may only read. */
  editing: ReturnType<typeof useEditing> | undefined
}

function One({ discipline, among, editing }: OneProps) {
  const { id, fields, description } = discipline
  return (
    <li className="stack gap-s">
      <div className="cluster gap-s">
        <Named one={discipline} strong />
        {editing?.tools('discipline', discipline, { among })}
      </div>
      {editing?.form('discipline', discipline)}
      <details>
        <summary>
          {counted(fields.filter(({ isRetired }) => !isRetired).length, 'field')}
          <span className="visually-hidden"> of {description}</span>
        </summary>
        <ul className="stack gap-s fields">
          {fields.map((field) => (
            <li key={field.id} className="stack gap-s">
              <div className="cluster gap-s">
                <Named one={field} />
                {editing?.tools('field', field, { among: fields, disciplineId: id })}
              </div>
              {editing?.form('field', field)}
            </li>
          ))}
          {editing && (
            <li className="stack gap-s">
              {editing.form('field', undefined, id)}
              <div>
                <button
                  className="button button-quiet"
                  type="button"
                  onClick={() => editing.begin({ kind: 'field', disciplineId: id })}
                >
                  <Icon name="plus" /> Add a field to {description}
                </button>
              </div>
            </li>
          )}
        </ul>
      </details>
    </li>
  )
}

function Named({ one, strong = false }: { one: Field; strong?: boolean }) {
  return (
    <span className="grow" dir="auto">
      {strong ? <strong>{one.description}</strong> : one.description}{' '}
      {one.abstracts > 0 && <span className="small soft">{counted(one.abstracts, 'abstract')}</span>}{' '}
      {one.isRetired && <span className="status-chip">No longer offered</span>}
    </span>
  )
}

type ToolsProps = {
  one: Field
  among: readonly Field[]
  onName: () => void
  onMove: (ids: number[]) => void
  onRetire: () => void
}

function Tools({ one, among, onName, onMove, onRetire }: ToolsProps) {
  const at = among.findIndex(({ id }) => id === one.id)
  const swapped = (to: number) => {
    const ids = among.map(({ id }) => id)
    ids.splice(to, 0, ...ids.splice(at, 1))
    return ids
  }
  const stop = one.abstracts > 0 ? `Stop offering, ${counted(one.abstracts, 'abstract')} stay` : 'Stop offering'
  return (
    <span className="discipline-tools">
      <button
        className="button button-quiet icon-button"
        type="button"
        aria-label={`Up: ${one.description}`}
        disabled={at === 0}
        onClick={() => onMove(swapped(at - 1))}
      >
        ↑
      </button>
      <button
        className="button button-quiet icon-button"
        type="button"
        aria-label={`Down: ${one.description}`}
        disabled={at === among.length - 1}
        onClick={() => onMove(swapped(at + 1))}
      >
        ↓
      </button>
      {one.isRetired ? (
        <button className="button button-quiet" type="button" onClick={onRetire}>
          Offer again<span className="visually-hidden">: {one.description}</span>
        </button>
      ) : (
        <Menu
          label={`Change ${one.description}`}
          className="button button-quiet"
          side="end"
          entries={[
            { id: 'name', label: 'Rename' },
            { id: 'retire', label: stop },
          ]}
          onChoose={(id) => (id === 'name' ? onName() : onRetire())}
        >
          Change
        </Menu>
      )}
    </span>
  )
}

type NameFormProps = {
  naming: Naming | undefined
  problem: Record<string, string>
  isSending: boolean
  onName: (description: string) => Promise<void>
  onClose: () => void
}

function NameForm({ naming, problem, isSending, onName, onClose }: NameFormProps) {
  const error = problem.description ?? problem.form
  const label = naming?.one
    ? `New name of ${naming.one.description}`
    : naming?.kind === 'field'
      ? 'Name of the field'
      : 'Name of the discipline'
  return (
    <form
      className="stack gap-s"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) void onName(typedIn(event.currentTarget, 'description'))
      }}
    >
      <div className="field">
        <label className="field-label" htmlFor="description">
          {label}
        </label>
        <input
          className="input"
          id="description"
          name="description"
          dir="auto"
          maxLength={120}
          defaultValue={naming?.one?.description}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because somebody asked for it, to type in it
          autoFocus
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'description-error' : undefined}
        />
        {error && (
          <p className="field-error" id="description-error">
            {error}
          </p>
        )}
      </div>
      <div className="cluster gap-s">
        <button className="button button-primary" aria-busy={isSending || undefined}>
          Save
        </button>
        <button className="button button-quiet" type="button" onClick={onClose}>
          Not now
        </button>
      </div>
    </form>
  )
}
