import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '#web/console/queries.ts'
import type { Reviewer } from '#web/console/selection/words.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { Field } from '#web/ui/Field.tsx'

const typingPause = 300
const most = 8

type ChooseReviewerProps = {
  eventId: number
  /** Reviewers in this field come first, until a search is typed. */
  field?: { specialityId: number; name: string }
  action: string
  onChoose: (reviewer: Reviewer) => void
}

/** A reviewer of the event: by name, with how many they have. */
export function ChooseReviewer({ eventId, field, action, onChoose }: ChooseReviewerProps) {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), typingPause)
    return () => clearTimeout(timer)
  }, [typed])
  const narrowed = search ? { search } : field && { specialityId: field.specialityId }
  const { data, error, refetch } = useQuery({
    ...ask('ReviewerList', { eventId, state: 'active', limit: most, ...narrowed }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="stack gap-s">
      <Field label="Reviewer" hint={field && !search ? `Reviewers in ${field.name}.` : undefined}>
        {(control) => (
          <input
            className="input"
            type="search"
            placeholder="Name, email or institution"
            maxLength={200}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              // In a form it would send the whole.
              if (event.key !== 'Enter') return
              event.preventDefault()
              setSearch(typed.trim())
            }}
            {...control}
          />
        )}
      </Field>
      {error && <AskFailed error={error} again={refetch} />}
      <ul className="rows rows-tight choose-list" aria-live="polite">
        {data?.rows.map((reviewer) => (
          <li key={reviewer.id}>
            <span dir="auto">
              {reviewer.name || reviewer.email}
              <br />
              <small>
                {reviewer.assigned === null ? `at most ${reviewer.quota}` : `${reviewer.assigned} of ${reviewer.quota}`}
                {reviewer.fields.length > 0 && `, ${reviewer.fields.map(({ name }) => name).join(', ')}`}
              </small>
            </span>
            <button className="button button-secondary" type="button" onClick={() => onChoose(reviewer)}>
              {action}
              <span className="visually-hidden"> {reviewer.name || reviewer.email}</span>
            </button>
          </li>
        ))}
      </ul>
      {data && data.rows.length === 0 && <p className="soft small">No reviewer matches.</p>}
      {data && data.total > data.rows.length && (
        <p className="soft small">{`${data.total - data.rows.length} more: search for a name.`}</p>
      )}
    </div>
  )
}
