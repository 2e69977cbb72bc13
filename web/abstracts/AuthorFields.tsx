import { useEffect, useRef, useState } from 'react'
import { TextField } from '#web/ui/Field.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { type AuthorRow, moved } from './authors.ts'
import type { AuthorsState } from './useAuthors.ts'

type Act = 'up' | 'down' | 'remove'

/** One card for each author, moved by buttons that keep the focus. */
export function AuthorFields({ form }: { form: AuthorsState }) {
  const { authors, presents } = form.values
  const list = useRef<HTMLOListElement>(null)
  const [told, setTold] = useState('')
  const [last, setLast] = useState<{ key: number; act: Act }>()

  // The row was drawn anew at another place, where the browser has lost the focus; at an end only the other button is left.
  useEffect(() => {
    if (!last) return
    const row = list.current?.querySelector(`[data-author="${last.key}"]`)
    const buttons = row?.querySelectorAll<HTMLButtonElement>('button[data-act]') ?? []
    const able = [...buttons].filter(({ disabled }) => !disabled)
    const wanted = able.find(({ dataset }) => dataset.act === last.act) ?? able[0]
    wanted?.focus()
  }, [last])

  const move = ({ key, name }: AuthorRow, act: 'up' | 'down') => {
    const next = moved(authors, key, act === 'up' ? -1 : 1)
    form.change({ authors: next })
    setTold(`${name || 'Author'} is now number ${next.findIndex((row) => row.key === key) + 1} of ${next.length}.`)
    setLast({ key, act })
  }
  const remove = ({ key, name }: AuthorRow) => {
    const at = authors.findIndex((row) => row.key === key)
    const next = authors.toSpliced(at, 1)
    form.change({ authors: next })
    setTold(`${name || 'Author'} was removed.`)
    const near = next[at] ?? next.at(-1)
    if (near) setLast({ key: near.key, act: 'remove' })
  }
  return (
    <>
      <output className="visually-hidden">{told}</output>
      {authors.length > 0 && (
        <ol className="stack" ref={list}>
          {authors.map((row, at) => (
            <li className="card stack" key={row.key} data-author={row.key}>
              <h2 className="heading-small">Author {at + 1}</h2>
              <Fields form={form} row={row} />
              <div className="cluster gap-s">
                <label className="choice">
                  <input
                    type="radio"
                    name="presents"
                    checked={presents === row.key}
                    onChange={() => form.change({ presents: row.key })}
                  />
                  <span>
                    Presents<span className="visually-hidden">: {nameOf(row, at)}</span>
                  </span>
                </label>
                <span className="push" />
                <Move act="up" who={nameOf(row, at)} disabled={at === 0} onClick={() => move(row, 'up')} />
                <Move
                  act="down"
                  who={nameOf(row, at)}
                  disabled={at === authors.length - 1}
                  onClick={() => move(row, 'down')}
                />
                <Move act="remove" who={nameOf(row, at)} onClick={() => remove(row)} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

const nameOf = ({ name }: AuthorRow, at: number): string => name || `author ${at + 1}`

function Fields({ form, row }: { form: AuthorsState; row: AuthorRow }) {
  const wrong = form.problems.rows.get(row.key)
  const field = (name: 'name' | 'email' | 'institution' | 'department') => ({
    value: row[name],
    maxLength: 200,
    dir: 'auto',
    onChange: ({ target }: { target: HTMLInputElement }) =>
      form.change({
        authors: form.values.authors.map((each) => (each.key === row.key ? { ...each, [name]: target.value } : each)),
      }),
  })
  return (
    <div className="form-grid">
      <TextField label="Name" {...field('name')} error={wrong?.name} />
      <TextField label="Email" type="email" {...field('email')} error={wrong?.email} />
      <TextField label="Institution" {...field('institution')} />
      <TextField label="Department" {...field('department')} />
    </div>
  )
}

const looks: Record<Act, { icon: IconName; words: (who: string) => string }> = {
  up: { icon: 'up', words: (who) => `Move ${who} up` },
  down: { icon: 'down', words: (who) => `Move ${who} down` },
  remove: { icon: 'bin', words: (who) => `Remove ${who}` },
}

function Move({ act, who, ...button }: { act: Act; who: string; disabled?: boolean; onClick: () => void }) {
  const { icon, words } = looks[act]
  return (
    <button
      className={`button icon-button ${act === 'remove' ? 'button-quiet-danger' : 'button-quiet'}`}
      type="button"
      data-act={act}
      aria-label={words(who)}
      {...button}
    >
      <Icon name={icon} />
    </button>
  )
}
