import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/console/call.ts'
import { ask } from '#web/console/queries.ts'
import { whenText } from '#web/console/ui/When.tsx'
import { Notice } from '#web/ui/Notice.tsx'

const openedWith = {
  none: 'with the password',
  passkey: 'with a passkey',
  totp: 'with a code',
  recovery: 'with a recovery code',
}

/** Where you are signed in: end one, or all others. */
export function Sessions({ timeZone }: { timeZone: string }) {
  const client = useQueryClient()
  const { data, error } = useQuery(ask('StaffSessions', {}))
  const end = useMutation({
    mutationFn: (sessionIds: number[]) => call('StaffEndSession', { sessionIds }),
    onSettled: () => client.invalidateQueries(ask('StaffSessions', {})),
  })
  const others = data?.sessions.filter(({ isThis }) => !isThis) ?? []
  const problem = error ?? end.error
  return (
    <section className="card stack gap-s" aria-labelledby="h-sessions">
      <h2 id="h-sessions">Where you are signed in</h2>
      <ul className="rows rows-tight">
        {data?.sessions.map(({ sessionId, device, factor, lastSeenAt, endsAt, isThis }) => (
          <li key={sessionId}>
            <span>
              {device} {openedWith[factor]}
              <br />
              <small>
                {isThis ? `This one, until ${whenText(endsAt, timeZone)}` : `Seen ${whenText(lastSeenAt, timeZone)}`}
              </small>
            </span>
            {!isThis && (
              <button className="button button-quiet" type="button" onClick={() => end.mutate([sessionId])}>
                End<span className="visually-hidden"> {device}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <button
          className="button button-secondary"
          type="button"
          aria-busy={end.isPending || undefined}
          onClick={() => end.mutate(others.map(({ sessionId }) => sessionId))}
        >
          End all {others.length} others
        </button>
      )}
      {problem && (
        <Notice tone="bad" live>
          <p>{problem.message}</p>
        </Notice>
      )}
    </section>
  )
}
