/** The letter as each of them will read it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { unknownFacts } from '#contract/mail/letter-words.ts'
import type { Ask, Reply } from '#web/console/call.ts'
import { ask } from '#web/console/queries.ts'
import { Icon } from '#web/ui/Icon.tsx'

type PreviewProps = {
  letter: Omit<Ask<'MailingPreview'>, 'at'>
  at: number
  onAt: (at: number) => void
}

export function Preview({ letter, at, onAt }: PreviewProps) {
  const isChosen = letter.mailingId !== undefined || Object.keys(letter.audience).length > 0
  const isReadable = unknownFacts(`${letter.subject} ${letter.body}`).length === 0
  const { data, error } = useQuery({
    ...ask('MailingPreview', { ...letter, at }),
    placeholderData: keepPreviousData,
    enabled: isChosen && isReadable,
  })
  const shown = isChosen ? data : undefined
  return (
    <section className="preview stick" aria-labelledby="h-preview">
      <header>
        <h2 className="small" id="h-preview">
          <strong dir="auto">{shown?.letter ? `As ${shown.letter.name} will read it` : 'Preview'}</strong>
        </h2>
        {shown?.letter && (
          <span className="cluster gap-s">
            <button
              className="button button-quiet icon-button"
              type="button"
              aria-label="Previous person"
              disabled={at === 0}
              onClick={() => onAt(at - 1)}
            >
              <Icon name="back" />
            </button>
            <span className="figures">{`${at + 1} of ${shown.total}`}</span>
            <button
              className="button button-quiet icon-button"
              type="button"
              aria-label="Next person"
              disabled={at + 1 >= shown.total}
              onClick={() => onAt(at + 1)}
            >
              <Icon name="next" />
            </button>
          </span>
        )}
      </header>
      <div>
        {shown?.letter ? (
          <Letter letter={shown.letter} />
        ) : (
          <p className="soft">
            {error?.message ??
              (isReadable ? 'Choose whom it is for, and their letters are here.' : 'A fact is not known yet.')}
          </p>
        )}
      </div>
    </section>
  )
}

function Letter({ letter }: { letter: NonNullable<Reply<'MailingPreview'>['letter']> }) {
  const { from, to, subject, paragraphs, missing, canRefuse } = letter
  return (
    <article className="letter stack">
      <p className="small soft">
        {from && `From ${from}\n`}
        {`To ${to}`}
      </p>
      <h3 dir="auto">{subject || 'No subject yet'}</h3>
      {paragraphs.map((spans, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no other name
        <p key={index} dir="auto">
          {spans.map((span, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- nor have their spans
            <Words key={at} {...span} />
          ))}
        </p>
      ))}
      {canRefuse && <p className="small soft">With a link to get no more announcements.</p>}
      {missing.length > 0 && (
        <p className="small">{`Not known of this person: ${missing.join(', ')}. They get no letter.`}</p>
      )}
    </article>
  )
}

type Span = NonNullable<Reply<'MailingPreview'>['letter']>['paragraphs'][number][number]

function Words({ text, bold, italic, href, fact }: Span) {
  const marked = fact ? <mark>{text}</mark> : text
  const strong = bold ? <strong>{marked}</strong> : marked
  const slanted = italic ? <em>{strong}</em> : strong
  return href ? (
    <a href={href} target="_blank" rel="noreferrer">
      {slanted}
    </a>
  ) : (
    slanted
  )
}
