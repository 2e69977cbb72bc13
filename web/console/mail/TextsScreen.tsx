import { useQuery } from '@tanstack/react-query'
import { mayIn, useMe } from '#web/console/accounts/me.ts'
import type { Reply } from '#web/console/call.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { NoEvent } from '#web/console/ui/NoEvent.tsx'
import { MailTabs } from './MailTabs.tsx'
import { Scope, stateWords } from './TextScope.tsx'
import { useTextScope } from './useTextScope.ts'

type Listed = Reply<'LetterTextsList'>['texts'][number]

/** Every email that the portal sends by itself, and whether its text is the default. */
export default function TextsScreen() {
  useTitle('Email texts')
  const eventId = useEventId(useMe())
  if (eventId !== undefined) return <Texts key={eventId} eventId={eventId} />
  return <NoEvent title="Email texts" words="Emails belong to an event." />
}

function Texts({ eventId }: { eventId: number }) {
  const me = useMe()
  const scope = useTextScope(eventId)
  const { data, error, refetch } = useQuery({ ...ask('LetterTextsList', scope.input), enabled: scope.isAllowed })
  const groups = Map.groupBy(data?.texts ?? [], ({ group }) => group)
  return (
    <div className="console-page" aria-busy={scope.isAllowed && !data && !error}>
      <div className="console-head">
        <h1>Email texts</h1>
      </div>
      <MailTabs at="/console/mail/texts" eventId={eventId} />
      <p className="soft">
        The portal sends these emails by itself. Change a text to use your own words. Links, PINs, amounts and the lines
        of a receipt stay in it.
      </p>
      {mayIn(me, 'mail.texts', undefined) && <Scope scope={scope} to="/console/mail/texts" />}
      {error && <AskFailed error={error} again={refetch} />}
      {[...groups].map(([group, texts]) => (
        <section key={group} className="card stack" aria-label={group}>
          <h2>{group}</h2>
          <ul className="stack gap-s letter-texts">
            {texts.map((text) => (
              <li key={text.kind}>
                <OneText text={text} scope={scope} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function OneText({ text, scope }: { text: Listed; scope: ReturnType<typeof useTextScope> }) {
  const { kind, name, when, state, isOfCollege } = text
  const isElsewhere = isOfCollege && !scope.isCollege
  const [words, status] = stateWords[state]
  return (
    <div className="cluster">
      <div className="grow">
        {isElsewhere ? <strong>{name}</strong> : <Link to={scope.to(`/console/mail/texts/${kind}`)}>{name}</Link>}
        <p className="small soft">{when}</p>
      </div>
      {isElsewhere && <span className="small soft">For the whole college</span>}
      <span className="status-chip" data-status={status}>
        {words}
      </span>
    </div>
  )
}
