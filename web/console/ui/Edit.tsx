/** What stands round a form that edits what is stored: its fields, the bar of what is not saved, and both versions when two saved. */
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { OneOfTwo } from './OneOfTwo.tsx'
import type { Edit } from './useEdit.ts'

type Words = { edit: Edit; name: string; label: string; hint?: string | undefined }
type TextProps = Words & Omit<ComponentProps<'input'>, 'name' | 'id' | 'className' | 'value' | 'onChange'>

/** The name is the anchor too: a link from elsewhere leads to the field. */
export function EditText({ edit, name, label, hint, ...input }: TextProps) {
  return (
    <Field label={label} hint={hint} error={edit.problems[name]} anchor={name}>
      {(control) => (
        <input
          className="input"
          dir={input.type === 'date' ? undefined : 'auto'}
          {...input}
          {...control}
          name={name}
          value={edit.values[name] ?? ''}
          onChange={({ target }) => edit.set(name, target.value)}
        />
      )}
    </Field>
  )
}

export function EditArea({ edit, name, label, hint, rows = 3 }: Words & { rows?: number }) {
  return (
    <Field label={label} hint={hint} error={edit.problems[name]} anchor={name}>
      {(control) => (
        <textarea
          className="input"
          dir="auto"
          rows={rows}
          {...control}
          name={name}
          value={edit.values[name] ?? ''}
          onChange={({ target }) => edit.set(name, target.value)}
        />
      )}
    </Field>
  )
}

export function EditChoice({
  edit,
  name,
  label,
  hint,
  disabled,
  children,
}: Words & { disabled?: boolean; children: ReactNode }) {
  return (
    <Field label={label} hint={hint} error={edit.problems[name]} anchor={name}>
      {(control) => (
        <div className="select">
          <select
            className="input"
            {...control}
            name={name}
            disabled={disabled}
            value={edit.values[name] ?? ''}
            onChange={({ target }) => edit.set(name, target.value)}
          >
            {children}
          </select>
        </div>
      )}
    </Field>
  )
}

type EditFormProps = {
  edit: Edit
  label: string
  save: string
  labels: Record<string, string>
  /** Nothing is stored yet: the button is there before anything is typed. */
  isNew?: boolean
  children: ReactNode
}

/** Ctrl S saves, as in every editor. */
export function EditForm({ edit, label, save, labels, isNew = false, children }: EditFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      void edit.save()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
  useEffect(() => {
    if (edit.refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [edit.refusals])
  return (
    <form
      className="stack gap-l"
      aria-label={label}
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void edit.save()
      }}
    >
      <Meeting edit={edit} labels={labels} />
      {children}
      {edit.problems.form && (
        <Notice tone="bad" live>
          {edit.problems.form}
        </Notice>
      )}
      <SaveBar edit={edit} save={save} isNew={isNew} />
    </form>
  )
}

function SaveBar({ edit, save, isNew }: { edit: Edit; save: string; isNew: boolean }) {
  const count = edit.changed.length
  if (count === 0)
    return isNew ? (
      <div className="cluster">
        <button className="button button-primary" aria-busy={edit.isSending || undefined}>
          {save}
        </button>
      </div>
    ) : null
  const isOpen = Boolean(edit.meeting?.open.length)
  return (
    <section className="save-bar" aria-label="Unsaved changes">
      <output>
        <strong>{count === 1 ? '1 change not saved' : `${count} changes not saved`}</strong>{' '}
        <span className="small soft">kept on this device</span>
      </output>
      <button className="button button-quiet" type="button" onClick={edit.discard}>
        Discard
      </button>
      <button className="button button-primary" disabled={isOpen} aria-busy={edit.isSending || undefined}>
        {isOpen ? 'Choose first' : save}
      </button>
      <kbd aria-hidden="true">Ctrl S</kbd>
    </section>
  )
}

/** Somebody else saved first: what only they changed is taken, what both changed is chosen field by field. */
function Meeting({ edit, labels }: { edit: Edit; labels: Record<string, string> }) {
  const { meeting, values, choose } = edit
  const panel = useRef<HTMLDivElement>(null)
  const isOpen = meeting !== undefined
  useEffect(() => {
    // Whoever saved at the end of a long form must not wonder why nothing happens.
    if (isOpen) panel.current?.scrollIntoView({ block: 'center' })
  }, [isOpen])
  if (!meeting) return null
  const { by, open, taken, theirs } = meeting
  const differ = open.length === 1 ? 'One field differs' : `${open.length} fields differ`
  return (
    <Notice tone="wait" live>
      <div className="stack gap-s versions" ref={panel}>
        <p>
          <strong>{by || 'Somebody else'} saved this meanwhile.</strong> Your changes are kept.{' '}
          {open.length > 0 && `${differ}: choose which to keep, then save again.`}
        </p>
        {open.map((name) => (
          <OneOfTwo
            key={name}
            label={labels[name] ?? name}
            by={by}
            theirs={theirs[name] ?? ''}
            mine={values[name] ?? ''}
            onChoose={(whose) => choose(name, whose)}
          />
        ))}
        {taken.length > 0 && (
          <p className="small">Taken from them: {taken.map((name) => labels[name] ?? name).join(', ')}.</p>
        )}
      </div>
    </Notice>
  )
}
