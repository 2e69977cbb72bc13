import { useState } from 'react'
import { grouped } from '#contract/money.ts'
import { type Me, mayIn, timeZoneOf, useMe } from '#web/console/accounts/me.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { useTitle } from '#web/console/layout/site.tsx'
import { AskMore } from '#web/console/selection/assignment/AskMore.tsx'
import { WaitingList } from '#web/console/selection/assignment/WaitingList.tsx'
import { ExportButton } from '#web/console/ui/ExportButton.tsx'
import { BulkBar } from '#web/console/ui/ListPage.tsx'
import { ListRows } from '#web/console/ui/ListRows.tsx'
import { NoEvent } from '#web/console/ui/NoEvent.tsx'
import { useShortcuts } from '#web/console/ui/Shortcuts.tsx'
import { useChosen } from '#web/console/ui/useChosen.ts'
import { useList } from '#web/console/ui/useList.ts'
import { todayIn } from '#web/platform/calendar.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { type DecisionRow, type Decisions, keysOf } from './decision-words.ts'
import { OpenBatch } from './OpenBatches.tsx'
import { EditPlaces, Places } from './Places.tsx'
import { PublishCard } from './PublishCard.tsx'
import { columnsOf, RankingFilters } from './Ranking.tsx'
import { useDecide } from './useDecide.ts'

const usualSort = '-mean'
const orders: Record<string, string> = {
  '-mean': 'the highest mean first. A disc is a reviewer, the ring the mean; a red line means 2 points or more apart',
  '-adjusted': 'the highest adjusted mean first. A disc is a reviewer, the ring the mean',
  '-spread': 'the most divided first. A disc is a reviewer, the ring the mean',
  number: 'by number. A disc is a reviewer, the ring the mean',
}

/** The ranking of one event, what is decided of it, and the way to tell everybody. */
export default function DecisionsScreen() {
  useTitle('Decisions')
  const me = useMe()
  const eventId = useEventId(me)
  if (eventId !== undefined) return <DecisionsOf key={eventId} me={me} eventId={eventId} />
  return <NoEvent title="Decisions" words="Abstracts belong to an event." />
}

function DecisionsOf({ me, eventId }: { me: Me; eventId: number }) {
  const list = useList('DecisionList', {
    filters: ['eventId', 'specialityId', 'type', 'decision', 'only'],
    usual: { eventId: String(eventId), sort: usualSort },
  })
  const mayDecide = mayIn(me, 'review.decide', eventId)
  const decider = useDecide(eventId)
  const [isPublishing, setPublishing] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const { selection, chosen, clear } = useChosen(list.rows)
  useDecisionKeys(list.rows, mayDecide ? decider.decide : undefined)
  const { reply } = list
  return (
    <div className="console-page">
      <Head
        {...{ reply, mayDecide, isPublishing }}
        file={mayIn(me, 'export', eventId) ? list.filter : undefined}
        onPublish={() => setPublishing(!isPublishing)}
        onPlaces={() => setEditing(true)}
      />
      {isPublishing && (
        <PublishCard
          eventId={eventId}
          reviewsToDecide={reply?.reviewsToDecide ?? 3}
          onPublished={() => {
            setPublishing(false)
            clear()
          }}
        />
      )}
      {reply?.batches.map((batch) => (
        <OpenBatch key={batch.batchId} {...{ batch, eventId, mayDecide }} />
      ))}
      {reply && <Places decisions={reply} />}
      {reply && reply.figures.waiting > 0 && (
        <WaitingList eventId={eventId} places={reply.places} decide={mayDecide ? decider.decide : null} />
      )}
      {decider.problem && (
        <Notice tone="bad" live>
          {decider.problem}
        </Notice>
      )}
      <section className="card table-card" aria-label="Ranking" aria-busy={list.isStale || undefined}>
        <RankingFilters list={list} reply={reply} />
        <ListRows
          list={list}
          caption="Ranking"
          before={{ title: 'Rank', className: 'number', cell: ({ rank }) => rank }}
          columns={columnsOf(eventId, mayDecide ? decider.decide : null)}
          nameOf={({ number }) => number}
          usualSort={usualSort}
          orders={orders}
          selection={mayDecide ? selection : undefined}
          empty={{ title: 'Nothing to decide yet', words: 'Abstracts are here once their review has begun.' }}
        />
      </section>
      {reply && reply.hidden.length > 0 && <Hidden hidden={reply.hidden} />}
      <Bulk chosen={chosen} decide={decider.decide} onClear={clear} />
      {isEditing && reply && <EditPlaces eventId={eventId} places={reply.places} onClose={() => setEditing(false)} />}
      {decider.asked && (
        <AskMore
          key={JSON.stringify(decider.asked.wish)}
          asked={decider.asked}
          decider={decider}
          today={todayIn(timeZoneOf(me, eventId))}
        />
      )}
    </div>
  )
}

type HeadProps = {
  reply: Decisions | undefined
  mayDecide: boolean
  isPublishing: boolean
  /** What the list is narrowed to, for whoever may take it along. */
  file: Record<string, string> | undefined
  onPublish: () => void
  onPlaces: () => void
}

function Head({ reply, mayDecide, isPublishing, file, onPublish, onPlaces }: HeadProps) {
  return (
    <div className="console-head">
      <h1>Decisions</h1>
      {reply && <span className="soft">{howFar(reply)}</span>}
      <span className="push cluster gap-s">
        {reply && file && (
          <ExportButton list="DecisionList" filter={file} count={grouped(reply.total)} key={JSON.stringify(file)} />
        )}
        {mayDecide && (
          <>
            <button className="button button-secondary" type="button" onClick={onPlaces}>
              Places
            </button>
            <button
              className={isPublishing ? 'button button-secondary' : 'button button-primary'}
              type="button"
              aria-expanded={isPublishing}
              onClick={onPublish}
            >
              Preview and publish
            </button>
          </>
        )}
      </span>
    </div>
  )
}

type BulkProps = { chosen: readonly DecisionRow[]; decide: Decide; onClear: () => void }
type Decide = ReturnType<typeof useDecide>['decide']

const many = [
  ['Accept as oral', 'accepted', 'Oral'],
  ['Accept as poster', 'accepted', 'Poster'],
  ['Waiting list', 'waiting', undefined],
  ['Reject', 'rejected', undefined],
] as const

/** What is decided for all that are selected. */
function Bulk({ chosen, decide, onClear }: BulkProps) {
  return (
    <BulkBar count={chosen.length} noun="abstracts" onClear={onClear}>
      {many.map(([words, outcome, asType]) => (
        <button
          key={words}
          className="button button-secondary"
          type="button"
          onClick={() => decide(chosen, outcome, asType)}
        >
          {words}
        </button>
      ))}
    </BulkBar>
  )
}

function howFar({ figures: { all, undecided, pending, told } }: Decisions): string {
  const decided = `${grouped(all - undecided)} of ${grouped(all)} decided`
  if (told === 0) return `${decided}, none told yet`
  return `${decided}, ${grouped(told)} told${pending > 0 ? `, ${grouped(pending)} pending` : ''}`
}

/** What whoever looks wrote, or has a conflict with: they learn nothing else of it. */
function Hidden({ hidden }: { hidden: Decisions['hidden'] }) {
  return (
    <section className="card stack gap-s" aria-labelledby="h-hidden">
      <h2 className="heading-small" id="h-hidden">
        Hidden from you
      </h2>
      <ul className="rows">
        {hidden.map(({ abstractId, number, title }) => (
          <li key={abstractId}>
            <span dir="auto">{`${number}, ${title}`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** On the row where the focus is: A accepts, R rejects, W is the waiting list, V a revision, U undecided. */
function useDecisionKeys(rows: readonly DecisionRow[], decide: Decide | undefined) {
  const press = (outcome: (typeof keysOf)[string]) => (event: KeyboardEvent) => {
    const id = Number(document.activeElement?.closest<HTMLElement>('tr[data-id]')?.dataset.id)
    const row = rows.find((each) => each.id === id)
    if (!row || !decide) return
    event.preventDefault()
    decide([row], outcome)
  }
  useShortcuts(Object.fromEntries(Object.entries(keysOf).map(([key, outcome]) => [key, press(outcome)])))
}
