import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMe } from '#web/console/accounts/me.ts'
import { call } from '#web/console/call.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { EmailText } from '#web/console/ui/EmailText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { mergeAddress, personAddress } from './words.ts'

/** Accounts that may be one person; and, coming from somebody's page, whom to merge them with. */
export default function DuplicatesScreen() {
  useTitle('Two accounts of one person')
  const me = useMe()
  const eventId = useEventId(me)
  const [address] = useSearchParams()
  const one = Number(address.get('with'))
  return (
    <div className="console-page">
      <div className="console-head">
        <nav className="crumb" aria-label="Where you are">
          <Link to="/console/people">People</Link>
        </nav>
        <h1>Two accounts of one person</h1>
      </div>
      {eventId !== undefined && one > 0 && <Search eventId={eventId} kept={one} />}
      {eventId !== undefined && <Pairs eventId={eventId} />}
    </div>
  )
}

function Search({ eventId, kept }: { eventId: number; kept: number }) {
  const [typed, setTyped] = useState('')
  const search = typed.trim()
  const { data, error, refetch } = useQuery({
    ...ask('ConsoleSearch', { eventId, search }),
    enabled: search.length >= 3,
  })
  const others = data?.people.filter(({ accountId }) => accountId !== kept) ?? []
  return (
    <section className="card stack" aria-labelledby="h-search">
      <h2 id="h-search">Merge with</h2>
      <input
        className="input search"
        type="search"
        aria-label="The other account: name or email"
        placeholder="The other account: name or email"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {error && <AskFailed error={error} again={refetch} />}
      {data && others.length === 0 && <p className="soft">Nobody else fits.</p>}
      <ul className="stack gap-s">
        {others.map(({ accountId, name, email }) => (
          <li key={accountId}>
            <Link to={mergeAddress({ kept, gone: accountId, eventId })}>
              <span dir="auto">{name}</span>
            </Link>{' '}
            <span className="soft">
              <EmailText email={email} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Pairs({ eventId }: { eventId: number }) {
  const client = useQueryClient()
  const { data, error, refetch, isPending } = useQuery(ask('DuplicatesList', { eventId }))
  const say = async (one: number, other: number) => {
    await call('NotSamePerson', { one, other })
    for (const name of ['DuplicatesList', 'PeopleList']) void client.invalidateQueries({ queryKey: [name] })
  }
  return (
    <section className="card stack" aria-labelledby="h-pairs">
      <h2 id="h-pairs">May be the same</h2>
      {error && <AskFailed error={error} again={refetch} />}
      {isPending && !error && <div className="skeleton" />}
      {data?.rows.length === 0 && (
        <EmptyState title="Nobody looks like two">
          <p>Accounts with the same mobile or PMDC number, or the same name and institution, would stand here.</p>
        </EmptyState>
      )}
      <ul className="stack">
        {data?.rows.map(({ one, other, why }) => (
          <li key={`${one.accountId} ${other.accountId}`} className="stack gap-s">
            <p>
              <Link to={personAddress(one.accountId, eventId)}>
                <span dir="auto">{one.name}</span>
              </Link>{' '}
              <span className="small soft">{one.email}</span> and <strong dir="auto">{other.name}</strong>{' '}
              <span className="small soft">{other.email}</span>
              <br />
              <span className="small soft">{why.join(', ')}</span>
            </p>
            <div className="cluster gap-s">
              <Link
                className="button button-secondary"
                to={mergeAddress({ kept: one.accountId, gone: other.accountId, eventId })}
              >
                Compare and merge
              </Link>
              <button
                className="button button-quiet"
                type="button"
                onClick={() => void say(one.accountId, other.accountId)}
              >
                They are two people
                <span className="visually-hidden">
                  : {one.name} and {other.name}
                </span>
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
