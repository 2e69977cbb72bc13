import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { object } from 'zod/mini'
import { Reason } from '#contract/people/person-fields.ts'
import { timeZoneOf, useMe } from '#web/console/accounts/me.ts'
import { call, type Reply } from '#web/console/call.ts'
import { useActKey, useEventId } from '#web/console/events/useEvent.ts'
import { counted } from '#web/console/events/words.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { Form, Submit } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { When } from '#web/console/ui/When.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { mergeAddress, personAddress } from './words.ts'

type Check = Reply<'MergeCheck'>

/** Two accounts side by side: which is kept, what comes over, and what stands in the way. */
export default function MergeScreen() {
  useTitle('Merge two accounts')
  const me = useMe()
  const eventId = useEventId(me) ?? 0
  const [address] = useSearchParams()
  const kept = Number(address.get('kept'))
  const gone = Number(address.get('gone'))
  const { data, error, refetch } = useQuery(ask('MergeCheck', { kept, gone }))
  const timeZone = timeZoneOf(me, eventId)
  return (
    <div className="console-page">
      <div className="console-head">
        <nav className="crumb" aria-label="Where you are">
          <Link to={`/console/people/duplicates?eventId=${eventId}`}>Two accounts of one person</Link>
        </nav>
        <h1>Merge two accounts</h1>
      </div>
      {error && <AskFailed error={error} again={refetch} />}
      {!data && !error && <div className="skeleton" />}
      {data && (
        <>
          <div className="form-grid">
            <Side title="Kept" side={data.kept} timeZone={timeZone} />
            <Side title="Becomes part of it" side={data.gone} timeZone={timeZone} />
          </div>
          <div className="cluster">
            <Link className="button button-secondary" replace to={mergeAddress({ kept: gone, gone: kept, eventId })}>
              Keep the other one
            </Link>
          </div>
          {data.obstacles.length > 0 ? (
            <Notice tone="wait" live>
              <p>
                <strong>Not yet. Please settle this first:</strong>
              </p>
              <ul>
                {data.obstacles.map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ul>
            </Notice>
          ) : (
            <Merge key={kept} check={data} eventId={eventId} />
          )}
        </>
      )}
    </div>
  )
}

function Side({ title, side, timeZone }: { title: string; side: Check['kept']; timeZone: string }) {
  const { name, email, institution, since, events } = side
  return (
    <section className="card stack gap-s" aria-label={title}>
      <p className="small soft">{title}</p>
      <h2 className="heading-small" dir="auto">
        {name}
      </h2>
      <dl className="facts stack gap-s">
        <div>
          <dt>Email</dt>
          <dd>{email}</dd>
        </div>
        <div>
          <dt>Institution</dt>
          <dd dir="auto">{institution || <span className="soft">not given</span>}</dd>
        </div>
        <div>
          <dt>Account since</dt>
          <dd>
            <When at={since} timeZone={timeZone} />
          </dd>
        </div>
        {events.map(({ name: event, seats, abstracts, hasProfile }, at) => (
          <div key={`${at} ${event}`}>
            <dt dir="auto">{event}</dt>
            <dd>
              {`${counted(seats, 'seat')}, ${counted(abstracts, 'submitted abstract')}, ${hasProfile ? 'with a profile' : 'no profile'}`}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Why = object({ reason: Reason })

function Merge({ check: { kept, gone, does }, eventId }: { check: Check; eventId: number }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const keyOf = useActKey()
  const form = useForm({
    schema: Why,
    send: async ({ reason }) => {
      const wish = { kept: kept.accountId, gone: gone.accountId, reason }
      await call('MergeAccounts', { ...wish, actKey: keyOf(wish) })
      for (const name of ['PersonShow', 'PeopleList', 'DuplicatesList', 'MergeCheck', 'PersonTimeline'])
        client.removeQueries({ queryKey: [name] })
      await navigate(personAddress(kept.accountId, eventId))
    },
  })
  return (
    <Form form={form} className="card stack">
      <p>
        {gone.email} becomes another address of {kept.email}: its orders, seats, abstracts, reviews and notes move
        there. Both addresses are notified. The merge can be undone for 30 days.
      </p>
      {does.length > 0 && (
        <ul>
          {does.map((each) => (
            <li key={each} dir="auto">
              {each}
            </li>
          ))}
        </ul>
      )}
      <TextField label="Why these are one person" hint="Seen by staff only." {...form.field('reason')} />
      <Submit form={form}>Merge into {kept.email}</Submit>
    </Form>
  )
}
