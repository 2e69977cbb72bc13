import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '#web/console/accounts/me.ts'
import { call, type Reply } from '#web/console/call.ts'
import { useActKey, useEventId } from '#web/console/events/useEvent.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { NoEvent } from '#web/console/ui/NoEvent.tsx'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { MailTabs } from './MailTabs.tsx'

type Saved = Reply<'SavedLettersList'>['letters'][number]

/** Letters to begin from. */
export default function SavedScreen() {
  useTitle('Saved letters')
  const eventId = useEventId(useMe())
  if (eventId !== undefined) return <Letters key={eventId} eventId={eventId} />
  return <NoEvent title="Saved letters" words="Letters belong to an event." />
}

function Letters({ eventId }: { eventId: number }) {
  const { data, error, refetch } = useQuery(ask('SavedLettersList', { eventId }))
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Saved letters</h1>
      </div>
      <MailTabs at="/console/mail/saved" eventId={eventId} />
      {error && <AskFailed error={error} again={refetch} />}
      {data?.letters.length === 0 && (
        <EmptyState title="No saved letter yet">
          <p>Write a letter and keep its words under a name.</p>
        </EmptyState>
      )}
      <ul className="stack">
        {data?.letters.map((letter) => (
          <li key={letter.id}>
            <OneLetter letter={letter} eventId={eventId} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function OneLetter({ letter, eventId }: { letter: Saved; eventId: number }) {
  const { id, version, name, subject, body, kind, event, savedBy } = letter
  const client = useQueryClient()
  const keyOf = useActKey()
  const { confirm, dialog } = useConfirm()
  const [problem, setProblem] = useState('')
  const remove = async () => {
    if (!(await confirm({ title: `Delete “${name}”?`, consequence: 'Delete this saved letter' }))) return
    try {
      const wish = { eventId, id, version }
      await call('SavedLetterDelete', { ...wish, actKey: keyOf(wish) })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    void client.invalidateQueries({ queryKey: ['SavedLettersList'] })
  }
  return (
    <article className="card stack gap-s">
      {dialog}
      <div className="cluster">
        <h2 className="heading-small grow" dir="auto">
          {name}
        </h2>
        <Link
          className="button button-secondary"
          to={`/console/mail?eventId=${eventId}`}
          state={{ letter: { kind, subject, body } }}
        >
          Begin from it<span className="visually-hidden">: {name}</span>
        </Link>
        {event === null && (
          <button className="button button-quiet" type="button" onClick={() => void remove()}>
            Delete<span className="visually-hidden"> {name}</span>
          </button>
        )}
      </div>
      <p dir="auto">{subject}</p>
      <p className="small soft">{event ? `${savedBy}, ${event}` : savedBy}</p>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
    </article>
  )
}
