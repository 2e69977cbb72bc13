import { plainOf } from '#web/abstracts/richtext/html.ts'
import { sections } from './AbstractText.tsx'
import type { Opened } from './answers.ts'
import { changesBetween, type Span } from './changes.ts'
import styles from './Changes.module.css'

const compared = [['Title', 'title'], ...sections] as const

/** What the author changed since this reviewer submitted. Both texts are as they were released. */
export function Changes({ opened: { abstract, reviewed } }: { opened: Opened }) {
  if (!reviewed) return null
  const changed = compared.flatMap(([label, name]) => {
    const spans = changesBetween(plainOf(reviewed[name]), plainOf(abstract[name] ?? ''))
    return spans.some(({ kind }) => kind !== 'same') ? [{ label, spans }] : []
  })
  return (
    <section className="card stack" id="changes" aria-labelledby="changes-title">
      <h2 className="heading-small" id="changes-title">
        What changed since your review
      </h2>
      {changed.length === 0 && (
        <p className="soft">No word of it: its form, its field or its file may be another one now.</p>
      )}
      {changed.map(({ label, spans }) => (
        <section className="stack gap-s" key={label} aria-label={label}>
          <h3 className="small soft">{label}</h3>
          <p className={styles.words} dir="auto">
            {spans.map((span, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- Spans have no name, and never change their order.
              <Word key={index} {...span} />
            ))}
          </p>
        </section>
      ))}
    </section>
  )
}

/** Heard as well as seen. */
function Word({ kind, text }: Span) {
  if (kind === 'same') return <>{text} </>
  const Tag = kind === 'added' ? 'ins' : 'del'
  return (
    <>
      <Tag>
        <span className="visually-hidden">{kind}: </span>
        {text}
        <span className="visually-hidden">; </span>
      </Tag>{' '}
    </>
  )
}
