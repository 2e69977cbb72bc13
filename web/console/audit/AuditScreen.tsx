import { useQuery } from '@tanstack/react-query'
import { actOutcomes, actTopics } from '#contract/audit/kinds.ts'
import { homeTimeZone } from '#contract/days.ts'
import { grouped } from '#contract/money.ts'
import { type Me, mayAnywhere, useMe } from '#web/console/accounts/me.ts'
import type { Reply } from '#web/console/call.ts'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { ExportButton } from '#web/console/ui/ExportButton.tsx'
import { Filters, ListEmpty, ListFilter, ListProblem, ListSearch, Pager } from '#web/console/ui/ListPage.tsx'
import { useList } from '#web/console/ui/useList.ts'
import { clockAt, fullDay, todayIn } from '#web/platform/calendar.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { ActLine } from './ActLine.tsx'
import { HeldErasures } from './HeldErasures.tsx'
import { SealNotice } from './SealNotice.tsx'
import { type Act, outcomeTexts, topicTexts } from './words.ts'

// The days of the filter are those of the college, and so are those of the headings.
const timeZone = homeTimeZone

/** Who did what, newest first, as far as the person may see it. */
export default function AuditScreen() {
  useTitle('Audit trail')
  const me = useMe()
  const list = useList('AuditList', {
    filters: ['actor', 'about', 'outcome', 'eventId', 'from', 'to', 'operation', 'aboutKind', 'aboutId'],
    usual: {},
  })
  const count = list.totalIsExact ? grouped(list.total) : `more than ${grouped(list.total)}`
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Audit trail</h1>
        {mayAnywhere(me, 'team.grant') && list.total > 0 && (
          <span className="push">
            <ExportButton list="AuditList" filter={list.filter} count={count} key={JSON.stringify(list.filter)} />
          </span>
        )}
      </div>
      <SealNotice timeZone={timeZone} />
      {mayAnywhere(me, 'team.grant') && <HeldErasures timeZone={timeZone} />}
      <section className="card stack" aria-label="Acts" aria-busy={list.isStale || undefined}>
        <AuditFilters list={list} me={me} />
        <ListProblem list={list} />
        <Withheld withheld={list.reply?.withheld} />
        {list.isLoading && <Gray />}
        {list.rows.length > 0 && <Days acts={list.rows} />}
        {list.rows.length > 0 && <Pager list={list} order="newest first" />}
        {!list.isLoading && list.rows.length === 0 && !list.error && (
          <ListEmpty list={list} title="Nothing is written down yet">
            <p>What you and others do in the console appears here.</p>
          </ListEmpty>
        )}
      </section>
    </div>
  )
}

type List = ReturnType<typeof useList<'AuditList'>>

function AuditFilters({ list, me }: { list: List; me: Me }) {
  return (
    <Filters list={list}>
      <ListSearch list={list} label="Person, reason, number or request" />
      <ListFilter list={list} name="actor" label="By" options={useActors(me)} />
      <ListFilter
        list={list}
        name="about"
        label="About"
        options={[['', 'Everything'], ...actTopics.map((topic) => [topic, topicTexts[topic]] as const)]}
      />
      <ListFilter
        list={list}
        name="outcome"
        label="How it ended"
        options={[['', 'Any end'], ...actOutcomes.map((outcome) => [outcome, outcomeTexts[outcome]] as const)]}
      />
      <ListDay list={list} name="from" label="From" />
      <ListDay list={list} name="to" label="To" />
    </Filters>
  )
}

/** Whoever may see the team chooses from it; everybody else from themselves and what is no person. */
function useActors(me: Me): readonly (readonly [string, string])[] {
  const { data } = useQuery({ ...ask('TeamList', {}), enabled: mayAnywhere(me, 'team.read') })
  const others = (data?.people ?? []).filter(({ isMe }) => !isMe)
  return [
    ['', 'Anyone'],
    [String(me.accountId), 'You'],
    ...others.map(({ accountId, name }) => [String(accountId), name] as const),
    ['command', 'A command'],
    ['schedule', 'By itself'],
    ['database', 'By hand in the database'],
  ]
}

function ListDay({ list: { values, change }, name, label }: { list: List; name: string; label: string }) {
  return (
    <label className="day-filter">
      <span className="small soft">{label}</span>
      <input
        className="input"
        type="date"
        value={values[name] ?? ''}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </label>
  )
}

/** Under the day on which it happened. */
function Days({ acts }: { acts: readonly Act[] }) {
  const days = [...Map.groupBy(acts, ({ at }) => clockAt(at, timeZone).day)]
  return days.map(([day, theirs]) => (
    <div key={day} className="stack gap-s">
      <h2 className="heading-small">{day === todayIn(timeZone) ? `Today, ${fullDay(day)}` : fullDay(day)}</h2>
      <ol className="timeline">
        {theirs.map((act) => (
          <ActLine key={act.id} act={act} timeZone={timeZone} />
        ))}
      </ol>
    </div>
  ))
}

type Numbers = Reply<'AuditList'>['withheld']

/** What the list leaves out for a person who has a conflict with an abstract. */
function Withheld({ withheld }: { withheld: Numbers | undefined }) {
  if (!withheld || withheld.acts + withheld.unconfirmed === 0) return null
  const { acts, unconfirmed, withoutAnother } = withheld
  return (
    <Notice>
      {acts > 0 && (
        <p>
          {acts === 1 ? '1 entry' : `${grouped(acts)} entries`} about abstracts that are hidden from you are not listed.
          Newer ones are counted once a decision is published.
        </p>
      )}
      {unconfirmed > 0 && (
        <p>
          {unconfirmed === 1 ? '1 abstract is' : `${unconfirmed} abstracts are`} hidden from you because an author named
          you. Entries about them are listed without reasons and changes until somebody else of the team confirms or
          lifts the conflict.
          {withoutAnother > 0 && ' Nobody else of the team may do that: give somebody a role who can.'}
        </p>
      )}
    </Notice>
  )
}

function Gray() {
  return (
    <div className="stack" aria-busy="true">
      <output className="visually-hidden">Loading</output>
      <div className="skeleton" />
      <div className="skeleton" />
      <div className="skeleton skeleton-short" />
    </div>
  )
}
