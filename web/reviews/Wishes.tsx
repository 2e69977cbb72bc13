import { memo, useId, useRef, useState } from 'react'
import { type Bid, bids, bidTexts } from '#contract/reviews/words.ts'
import { plainOf } from '#web/abstracts/richtext/html.ts'
import { countOf } from '#web/platform/words.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { Inbox } from './useInbox.ts'
import { useTitles, useWishing, type WishTitle } from './useWishes.ts'

const words: Record<Bid, string> = { 1: 'Gladly', 0: 'No matter', [-1]: 'Rather not' }
/** A phone draws so many at once without a pause. */
const atOnce = 40

type WishesProps = { inbox: Inbox; isOnly: boolean }

/** Before abstracts are given out: what somebody would like to read. */
export default function Wishes({ inbox: { eventId, eventName }, isOnly }: WishesProps) {
  const title = useId()
  const { found, hasFailed, refresh } = useTitles(eventId)
  return (
    <section className="stack" aria-labelledby={title}>
      <div>
        <h2 id={title}>What would you like to read{!isOnly && ` for ${eventName}`}?</h2>
        <p className="soft">
          Some titles of your fields, chosen by lot. The chairs weigh what you say; it is no promise, and nobody else
          learns it. What you leave alone counts as “{words[0]}”.
        </p>
      </div>
      {found ? (
        <Titles key={eventId} eventId={eventId} isOpen={found.isOpen} titles={found.titles} />
      ) : hasFailed ? (
        <EmptyState title="The titles could not be loaded" heading="h3">
          <button className="button button-primary" type="button" onClick={() => void refresh()}>
            Try again
          </button>
        </EmptyState>
      ) : (
        <p className="soft">Loading</p>
      )}
    </section>
  )
}

function Titles({ eventId, isOpen, titles }: { eventId: number; isOpen: boolean; titles: WishTitle[] }) {
  const { chosen, unsaved, sentence, isSending, choose, tryAgain } = useWishing(eventId)
  const [shown, setShown] = useState(atOnce)
  const list = useRef<HTMLUListElement>(null)
  const isOver = !isOpen || sentence !== ''
  if (!isOpen) return <Notice>{bidTexts.over}</Notice>
  if (titles.length === 0)
    return (
      <EmptyState title="No titles yet" heading="h3">
        <p>They come as names are removed from them.</p>
      </EmptyState>
    )
  const showMore = () => {
    setShown(shown + atOnce)
    // The button may be gone: whoever came by keyboard goes on with the first new title.
    requestAnimationFrame(() => list.current?.children[shown]?.querySelector<HTMLInputElement>(':checked')?.focus())
  }
  return (
    <>
      <output className="saved">{isSending ? 'Saving' : unsaved.size === 0 && chosen.size > 0 && <Saved />}</output>
      {sentence && (
        <Notice tone="bad" live>
          {sentence}
        </Notice>
      )}
      {!isOver && !isSending && unsaved.size > 0 && (
        <Notice tone="bad" live>
          <p>{countOf(unsaved.size, 'choice')} did not reach us.</p>
          <button className="button button-secondary" type="button" onClick={tryAgain}>
            Send again
          </button>
        </Notice>
      )}
      <ul className="review-list" ref={list}>
        {titles.slice(0, shown).map((one) => (
          <TitleRow
            key={one.titleId}
            one={one}
            bid={chosen.get(one.titleId) ?? (one.bid as Bid)}
            isOver={isOver}
            onChoose={choose}
          />
        ))}
      </ul>
      {shown < titles.length && (
        <button className="button button-secondary" type="button" onClick={showMore}>
          Show more titles
        </button>
      )}
    </>
  )
}

function Saved() {
  return (
    <>
      <Icon name="check" /> Saved
    </>
  )
}

type RowProps = { one: WishTitle; bid: Bid; isOver: boolean; onChoose: (titleId: string, bid: Bid) => void }

const TitleRow = memo(function TitleRow({ one: { titleId, title, speciality }, bid, isOver, onChoose }: RowProps) {
  return (
    <li data-state={bid === 1 ? 'done' : bid === -1 ? 'late' : undefined}>
      <fieldset className="criterion" disabled={isOver}>
        <legend>
          <span className="field-label" dir="auto">
            {plainOf(title) || 'A title that was hidden'}
          </span>
          <span className="soft small">{speciality}</span>
        </legend>
        <div className="scale">
          {bids.map((each) => (
            <label key={each}>
              <input type="radio" name={titleId} checked={bid === each} onChange={() => onChoose(titleId, each)} />
              {words[each]}
            </label>
          ))}
        </div>
      </fieldset>
    </li>
  )
})
