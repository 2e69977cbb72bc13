import { type ReactNode, useState } from 'react'
import * as calls from '#contract/calls/reviews.ts'
import { RichText } from '#web/abstracts/editor/RichText.tsx'
import { plainOf } from '#web/abstracts/richtext/html.ts'
import { download } from '#web/platform/call.ts'
import { useWholeStore } from '#web/platform/store.ts'
import { bytesText } from '#web/platform/uploads/size.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Opened } from './answers.ts'

type Abstract = Opened['abstract']

export const sections = [
  ['Background', 'background'],
  ['Material and Method', 'material'],
  ['Results', 'results'],
  ['Conclusion', 'discussion'],
] as const

/** The abstract as a reviewer may read it. */
export function AbstractText({ abstract, children }: { abstract: Abstract; children?: ReactNode }) {
  const { assignmentId, type, speciality, subSpeciality, words, title, file } = abstract
  return (
    <article className="stack gap-l stick" aria-labelledby="abstract-title">
      {children}
      <div className="card">
        <div className="abstract-text">
          <p className="cluster gap-s small">
            <span className="status-chip">{type}</span>
            <span className="status-chip">{speciality}</span>
            {subSpeciality && <span className="status-chip">{subSpeciality}</span>}
            <span className="soft figures push">{words} words</span>
          </p>
          <h2 id="abstract-title" dir="auto">
            {plainOf(title ?? '')}
          </h2>
          {sections.map(([label, name]) =>
            abstract[name] ? (
              <section className="stack gap-s" key={name} aria-label={label}>
                <h3 className="heading-small">{label}</h3>
                <RichText html={abstract[name]} />
              </section>
            ) : null,
          )}
          {file && <FileRow assignmentId={assignmentId} file={file} />}
        </div>
      </div>
      <details className="accordion">
        <summary>Blind review: what is hidden from whom</summary>
        <p className="small soft">
          Names, institutions and file properties are hidden from you, and your name from the author and the other
          reviewers. If you recognise the work, <a href={`/review/${assignmentId}/decline`}>say so</a>: it goes to
          somebody else.
        </p>
      </details>
    </article>
  )
}

/** It has no address that anybody could follow: the token goes with the question. */
function FileRow({ assignmentId, file }: { assignmentId: number; file: NonNullable<Abstract['file']> }) {
  const store = useWholeStore()
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const save = async () => {
    setBusy(true)
    const bytes = await download(store, calls.ReviewFile, { assignmentId: String(assignmentId) })
    setBusy(false)
    setFailed(!bytes)
    if (!bytes) return
    const link = document.createElement('a')
    link.href = URL.createObjectURL(bytes)
    link.download = file.name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  }
  return (
    <>
      <p className="file-row">
        <Icon name="file" />
        <span>
          {file.name} <small>{bytesText(file.size)}, properties removed</small>
        </span>
        <button
          className="button button-quiet"
          type="button"
          aria-busy={isBusy || undefined}
          onClick={() => void save()}
        >
          <Icon name="download" /> Save<span className="visually-hidden"> {file.name}</span>
        </button>
      </p>
      {hasFailed && (
        <p className="field-error" role="alert">
          The file could not be loaded. Please try again when there is a connection.
        </p>
      )}
    </>
  )
}
