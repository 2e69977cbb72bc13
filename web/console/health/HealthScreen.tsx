import { useQuery } from '@tanstack/react-query'
import { homeTimeZone } from '#contract/days.ts'
import type { HealthTopic } from '#contract/health-topics.ts'
import { mayAnywhere, useMe } from '#web/console/accounts/me.ts'
import type { Reply } from '#web/console/call.ts'
/** How the portal is doing: each part in a sentence, and what to do about it. */
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { When } from '#web/console/ui/When.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import './health.css'

type Health = Reply<'HealthShow'>
type Part = Health['parts'][number]

const titles: Record<HealthTopic, string> = {
  backup: 'Last backup',
  drill: 'Last drill',
  database: 'Database',
  standbys: 'Standbys',
  mail: 'Letters',
  payments: 'Payments at the bank',
  exceptions: 'Payments that need a person',
  jobs: 'Jobs',
  disk: 'Disk',
  invariants: 'Invariants',
  files: 'Files',
  seals: 'Audit trail',
  secrets: 'Secrets',
  blindness: 'Blind review',
  engines: 'Versions',
}

const groups: readonly (readonly [title: string, topics: readonly HealthTopic[]])[] = [
  ['Kept safe', ['backup', 'drill', 'invariants', 'files', 'seals']],
  ['Waiting', ['mail', 'payments', 'exceptions', 'jobs']],
  ['The machine', ['database', 'standbys', 'disk', 'secrets', 'blindness', 'engines']],
]

const stateTexts = { good: 'Well', off: 'None yet', wait: 'Soon', bad: 'Now' } as const
const chips = { good: 'accepted', off: 'draft', wait: 'pending', bad: 'rejected' } as const

export default function HealthScreen() {
  useTitle('Health')
  // Looked at on a wall, too: asked again by itself, and the server asks the database no more often.
  const { data, error, refetch } = useQuery({ ...ask('HealthShow', {}), refetchInterval: 60_000 })
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Health</h1>
        {data && (
          <span className="small soft push">
            Looked at <When at={data.lookedAt} timeZone={homeTimeZone} isInSentence />
          </span>
        )}
      </div>
      {error && <AskFailed error={error} again={refetch} />}
      {!data && !error && <div className="skeleton" aria-busy="true" />}
      {data && <Verdict parts={data.parts} />}
      {data &&
        groups.map(([title, topics]) => (
          <Group key={title} title={title} parts={data.parts.filter(({ topic }) => topics.includes(topic))} />
        ))}
    </div>
  )
}

function Verdict({ parts }: { parts: Part[] }) {
  const [bad, wait] = (['bad', 'wait'] as const).map((state) => parts.filter((part) => part.state === state).length)
  if (!bad && !wait)
    return (
      <Notice tone="good">
        <p>
          <strong>All is well.</strong> Nothing waits for you here.
        </p>
      </Notice>
    )
  const sentence = [
    bad ? (bad === 1 ? 'One part needs something now' : `${bad} parts need something now`) : '',
    wait ? `${wait} can wait until tomorrow` : '',
  ]
  return (
    <Notice tone={bad ? 'bad' : 'wait'}>
      <p>
        <strong>{sentence.filter(Boolean).join(', ')}.</strong> A line that names a setting, a command or the log is for
        your system administrator.
      </p>
    </Notice>
  )
}

function Group({ title, parts }: { title: string; parts: Part[] }) {
  return (
    <section className="card stack" aria-label={title}>
      <h2 className="heading-small">{title}</h2>
      <ul className="rows health-parts">
        {parts.map((part) => (
          <li key={part.topic} data-state={part.state}>
            <OnePart part={part} />
            <span className="status-chip" data-status={chips[part.state]}>
              {stateTexts[part.state]}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OnePart({ part: { topic, says, next, details, at } }: { part: Part }) {
  const me = useMe()
  return (
    <div>
      <strong>{titles[topic]}</strong>
      <p>
        {says}{' '}
        {at && (
          <small className="soft">
            <When at={at} timeZone={homeTimeZone} />
          </small>
        )}
      </p>
      {details.length > 0 && (
        <ul className="small">
          {details.map((each) => (
            <li key={each} className="wrap-anywhere">
              {each}
            </li>
          ))}
        </ul>
      )}
      {next ? (
        <p className="next">
          {next}{' '}
          {topic === 'exceptions' && mayAnywhere(me, 'finance.read') && (
            <Link to="/console/finance/exceptions">Look at them</Link>
          )}
        </p>
      ) : (
        <p className="small soft">Nothing to do.</p>
      )}
    </div>
  )
}
