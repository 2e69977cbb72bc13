/** The email with sample facts, as it is sent: letterhead, greeting, text and closing. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type TextFact, textProblems } from '#contract/mail/text-rules.ts'
import type { Ask, Reply } from '#web/console/call.ts'
import { ask } from '#web/console/queries.ts'

type Shown = Reply<'LetterTextPreview'>
type TextPreviewProps = { letter: Ask<'LetterTextPreview'>; facts: readonly TextFact[] }

export function TextPreview({ letter, facts }: TextPreviewProps) {
  const isReady = textProblems(letter, facts).length === 0
  const { data, error } = useQuery({
    ...ask('LetterTextPreview', letter),
    placeholderData: keepPreviousData,
    enabled: isReady,
  })
  return (
    <section className="preview stick" aria-labelledby="h-preview">
      <header>
        <h2 className="small" id="h-preview">
          <strong>Preview with sample facts</strong>
        </h2>
      </header>
      <div>
        {!isReady && <p className="soft">The preview follows once the text is complete.</p>}
        {isReady && error && <p className="soft">{error.message}</p>}
        {isReady && data && <Letter letter={data} />}
      </div>
    </section>
  )
}

function Letter({ letter }: { letter: Shown }) {
  const { from, subject, college, logo, greeting, parts, closing } = letter
  return (
    <article className="letter stack">
      {from && <p className="small soft">{`From ${from}`}</p>}
      <p className="letter-head" dir="auto">
        {logo && <img src={logo} alt="" height="40" />}
        <strong>{college}</strong>
      </p>
      <h3 dir="auto">{subject}</h3>
      <p>{greeting}</p>
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no other name
        <OnePart key={index} part={part} />
      ))}
      <p dir="auto">{closing.join('\n')}</p>
    </article>
  )
}

function OnePart({ part }: { part: Shown['parts'][number] }) {
  if ('text' in part) return <p dir="auto">{part.text}</p>
  if ('pin' in part) return <p className="letter-pin figures">{part.pin}</p>
  if ('item' in part)
    return (
      <p dir="auto">
        <strong>{part.item}</strong>
        {part.details.map((line) => `\n${line}`).join('')}
      </p>
    )
  return (
    <p>
      <span className="letter-button">{part.label}</span>
    </p>
  )
}
