import { useState } from 'react'
import { reviewTexts } from '#contract/reviews/words.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { type Answers, type Opened, scoreOf, sureWords, wordFor } from './answers.ts'
import type { ReviewSaving } from './useReviewSaving.ts'

type ChooseProps = { saving: ReviewSaving; opened: Opened }

/** The same review was saved in another window: both texts, and the person decides. */
export function ChooseText({ saving, opened }: ChooseProps) {
  const { stored, values } = saving.now
  const [later, setLater] = useState<object>()
  if (!stored) return null
  const isLater = later === stored
  const lines = linesOf(values, opened)
  const others = linesOf(stored.values, opened)
  const differing = lines.filter(([name, text]) => others.find(([other]) => other === name)?.[1] !== text)
  return (
    <>
      {isLater && (
        <div className="page-width">
          <Notice tone="wait" live>
            <strong>{reviewTexts.conflict}</strong> What you type is kept on this device only.{' '}
            <button className="button button-quiet" type="button" onClick={() => setLater(undefined)}>
              Choose now
            </button>
          </Notice>
        </div>
      )}
      <Dialog open={!isLater} onClose={() => setLater(stored)} title={reviewTexts.conflict} alert>
        <div className="stack">
          {differing.map(([name, text]) => (
            <section className="stack gap-s" key={name} aria-label={name}>
              <h3 className="heading-small">{name}</h3>
              <Side title="Here" text={text} />
              <Side title="In the other window" text={others.find(([other]) => other === name)?.[1] ?? ''} />
            </section>
          ))}
        </div>
        <div className="cluster">
          <button className="button button-primary" type="button" onClick={() => saving.settle('mine')}>
            Keep what is here
          </button>
          <button className="button button-secondary" type="button" onClick={() => saving.settle('theirs')}>
            Take the other
          </button>
          <button className="button button-quiet" type="button" onClick={() => setLater(stored)}>
            Decide later
          </button>
        </div>
      </Dialog>
    </>
  )
}

function Side({ title, text }: { title: string; text: string }) {
  return (
    <div className="said">
      <header>{title}</header>
      <p dir="auto">{text || 'Nothing'}</p>
    </div>
  )
}

/** Everything that is answered, in words. */
function linesOf(answers: Answers, { criteria, abstract }: Opened): [name: string, text: string][] {
  const { recommendation, asType, sure, toAuthor, toChairs } = answers
  return [
    ...criteria.map((criterion): [string, string] => [criterion.name, String(scoreOf(answers, criterion) ?? '')]),
    ['Recommendation', recommendation ? wordFor(recommendation, asType ?? abstract.type) : ''],
    ['How sure are you?', sure ? sureWords[sure] : ''],
    ['Comments to the author', toAuthor.trim()],
    ['Only for the chairs', toChairs.trim()],
  ]
}
