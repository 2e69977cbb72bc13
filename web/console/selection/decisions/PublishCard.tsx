/** What will be told to whom: counted, warned about, read letter by letter, and published. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { grouped } from '#contract/money.ts'
import { takeBackMinutes } from '#contract/selection/words.ts'
import { counted } from '#web/console/events/words.ts'
import { ask } from '#web/console/queries.ts'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { fullDay } from '#web/platform/calendar.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { Preview } from './decision-words.ts'
import { Stops } from './Stops.tsx'

type PublishCardProps = { eventId: number; reviewsToDecide: number; onPublished: () => void }

export function PublishCard({ eventId, reviewsToDecide, onPublished }: PublishCardProps) {
  const [at, setAt] = useState(0)
  const all = useQuery(ask('DecisionPreview', { eventId }))
  const rows = all.data?.rows ?? []
  const shown = rows[Math.min(at, rows.length - 1)]
  const one = useQuery({
    ...ask('DecisionPreview', { eventId, ...(shown && { abstractId: shown.abstractId }) }),
    placeholderData: keepPreviousData,
    enabled: shown !== undefined,
  })
  const card = useRef<HTMLElement>(null)
  // Who asked for it by a button above a long list would not see it open.
  useEffect(() => card.current?.focus(), [])
  return (
    <section className="card stack" id="publish" aria-labelledby="h-publish" tabIndex={-1} ref={card}>
      <div className="card-header">
        <h2 id="h-publish">{`Publish ${counted(rows.length, 'decision')}`}</h2>
        <span className="small soft">No email is sent before you publish</span>
      </div>
      {all.error && <AskFailed error={all.error} again={all.refetch} />}
      {all.data && rows.length === 0 && <p>No decisions are pending. Decide on abstracts first.</p>}
      {all.data && rows.length > 0 && (
        <div className="split">
          <Check eventId={eventId} preview={all.data} {...{ reviewsToDecide, onPublished }} />
          <Letters preview={one.data} at={Math.min(at, rows.length - 1)} onAt={setAt} />
        </div>
      )}
    </section>
  )
}

function Check({ eventId, preview, reviewsToDecide, onPublished }: PublishCardProps & { preview: Preview }) {
  const { act, problem, stored, isSending } = useSelectionAct('DecisionPublish')
  const { rows, stops, digest } = preview
  const publish = async () => {
    if (await act({ eventId, digest })) onPublished()
  }
  const differing = stored ? changedNumbers(preview, stored as Preview) : []
  return (
    <div className="stack">
      <ol className="checklist">
        <Outcomes preview={preview} />
        <Warnings preview={preview} reviewsToDecide={reviewsToDecide} />
        <Stops eventId={eventId} preview={preview} />
      </ol>
      <p className="small soft">
        {`Published decisions lock their reviews. Letters wait ${takeBackMinutes} minutes in the outbox; until then this can be taken back as a whole.`}
      </p>
      {problem && (
        <Notice tone="bad" live>
          <p>{problem}</p>
          {differing.length > 0 && <p>{`Not as you saw it: ${differing.join(', ')}.`}</p>}
        </Notice>
      )}
      <div className="cluster">
        <button
          className="button button-primary"
          type="button"
          disabled={stops.length > 0}
          aria-busy={isSending || undefined}
          onClick={() => void publish()}
        >
          {`Publish and write ${counted(rows.length, 'letter')}`}
        </button>
        {stops.length > 0 && (
          <span className="small">
            {stops.length === 1 ? 'One line needs you first' : `${stops.length} lines need you first`}
          </span>
        )}
      </div>
    </div>
  )
}

/** Those that came, went, or are decided otherwise than was shown. */
function changedNumbers(shown: Preview, now: Preview): string[] {
  const before = new Map(shown.rows.map(({ number, decisionId }) => [number, decisionId]))
  const after = new Map(now.rows.map(({ number, decisionId }) => [number, decisionId]))
  return [...new Set([...before.keys(), ...after.keys()])].filter((number) => before.get(number) !== after.get(number))
}

function Outcomes({ preview: { rows, answerUntil } }: { preview: Preview }) {
  const accepted = rows.filter(({ outcome }) => outcome === 'accepted')
  const types = (['Oral', 'Poster', 'Workshop'] as const).flatMap((type) => {
    const many = accepted.filter(({ asType }) => asType === type).length
    return many > 0 ? [`${many} ${type.toLowerCase()}`] : []
  })
  const of = (wanted: string) => rows.filter(({ outcome }) => outcome === wanted).length
  const others = [
    [of('rejected'), 'rejected'],
    [of('waiting'), 'on the waiting list'],
    [of('revise'), 'asked for a revision'],
    [of('duplicate'), 'the same as another'],
  ].filter(([many]) => many !== 0)
  const corrections = rows.filter(({ isCorrection }) => isCorrection)
  return (
    <>
      {accepted.length > 0 && (
        <li data-done>
          <span>
            {`${grouped(accepted.length)} accepted: ${types.join(', ')}`}
            <br />
            <small>{`${counted(accepted.length, 'letter')} “Accepted, please confirm by ${fullDay(answerUntil)}”`}</small>
          </span>
        </li>
      )}
      {others.length > 0 && (
        <li data-done>
          <span>
            {others.map((each) => each.join(' ')).join(', ')}
            <br />
            <small>{counted(rows.length - accepted.length, 'letter')}</small>
          </span>
        </li>
      )}
      {corrections.length > 0 && (
        <li data-warn>
          <span>
            {`${counted(corrections.length, 'of them corrects', 'of them correct')} what was told before`}
            <br />
            <small>
              An email that was already sent is named and replaced.
              <Numbers numbers={corrections.map(({ number }) => number)} />
            </small>
          </span>
        </li>
      )}
    </>
  )
}

const mostNamed = 8

/** All of them; where they are many, behind the first few. */
function Numbers({ numbers }: { numbers: readonly string[] }) {
  if (numbers.length <= mostNamed) return numbers.join(', ')
  return (
    <details className="all-numbers">
      <summary>{`${numbers.slice(0, mostNamed).join(', ')} and ${numbers.length - mostNamed} more`}</summary>
      {numbers.slice(mostNamed).join(', ')}
    </details>
  )
}

function Warnings({ preview, reviewsToDecide }: { preview: Preview; reviewsToDecide: number }) {
  return preview.warnings.map(({ kind, count, numbers }) => (
    <li key={kind} data-warn>
      <span>
        {kind === 'undecided' &&
          `${counted(count, 'is', 'are')} undecided and ${count === 1 ? 'stays' : 'stay'} under review`}
        {kind === 'few_reviews' &&
          `${counted(count, 'was', 'were')} decided with fewer than ${counted(reviewsToDecide, 'review')}`}
        {kind === 'over_places' && 'More are accepted than there are places'}
        <br />
        <small>
          {kind === 'few_reviews' && 'Their emails do not say how many there were. '}
          <Numbers numbers={numbers} />
        </small>
      </span>
    </li>
  ))
}

type LettersProps = { preview: Preview | undefined; at: number; onAt: (at: number) => void }

function Letters({ preview, at, onAt }: LettersProps) {
  const rows = preview?.rows ?? []
  const letter = preview?.letter
  return (
    <section className="preview" aria-labelledby="h-letters">
      <header>
        <h3 className="small" id="h-letters">
          {`Letter ${grouped(at + 1)} of ${grouped(rows.length)}, ${rows[at]?.number ?? ''}`}
        </h3>
        <span className="cluster gap-s">
          <button
            className="button button-quiet icon-button"
            type="button"
            aria-label="Previous letter"
            disabled={at === 0}
            onClick={() => onAt(at - 1)}
          >
            <Icon name="back" />
          </button>
          <button
            className="button button-quiet icon-button"
            type="button"
            aria-label="Next letter"
            disabled={at + 1 >= rows.length}
            onClick={() => onAt(at + 1)}
          >
            <Icon name="next" />
          </button>
        </span>
      </header>
      <div>
        {letter && (
          <article className="letter decision-letter stack gap-s small" dir="auto">
            <p className="soft">{`To ${letter.to}`}</p>
            <p>
              <strong>{letter.subject}</strong>
            </p>
            <p>{letter.text.trim()}</p>
          </article>
        )}
      </div>
    </section>
  )
}
