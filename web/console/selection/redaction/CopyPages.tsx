import { useEffect, useState } from 'react'
import { redactionPageAddress } from '#web/console/call.ts'
import { useShortcuts } from '#web/console/ui/Shortcuts.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { Redaction } from './redaction-words.ts'

/** A page takes the server up to a second. What somebody only passes by is not asked for. */
const restFor = 250
/** The server draws three pages for one person at once and refuses the fourth. */
const comesAgainAfter = 3000
const mostTries = 5

type CopyPagesProps = { eventId: number; redaction: Redaction }

/** The pages that reviewers will see, one at a time. */
export function CopyPages({ eventId, redaction: { abstractId, number, file } }: CopyPagesProps) {
  const [page, setPage] = useState(1)
  const to = (wanted: number) => setPage(Math.min(Math.max(wanted, 1), file.pages))
  useShortcuts({ ',': () => to(page - 1), '.': () => to(page + 1) })
  return (
    <section className="card stack copy-pages" aria-labelledby="h-pages">
      <div className="cluster">
        <h3 id="h-pages">Pages of the file</h3>
        <div className="cluster gap-s push">
          <button className="button button-quiet" type="button" disabled={page === 1} onClick={() => to(page - 1)}>
            Previous<span className="visually-hidden"> page</span>
          </button>
          <label className="cluster gap-s">
            <span>Page</span>
            <select className="input" value={page} onChange={({ target }) => to(Number(target.value))}>
              {Array.from({ length: file.pages }, (_, at) => (
                <option key={at} value={at + 1}>
                  {at + 1}
                </option>
              ))}
            </select>
            <span>of {file.pages}</span>
          </label>
          <button
            className="button button-quiet"
            type="button"
            disabled={page === file.pages}
            onClick={() => to(page + 1)}
          >
            Next<span className="visually-hidden"> page</span>
          </button>
        </div>
      </div>
      <DrawnPage
        key={page}
        address={redactionPageAddress({ eventId, abstractId, page })}
        alt={`Page ${page} of the copy of ${number}`}
      />
    </section>
  )
}

function DrawnPage({ address, alt }: { address: string; alt: string }) {
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<'resting' | 'loading' | 'shown' | 'failed'>('resting')
  useEffect(() => {
    if (state !== 'resting') return
    const timer = setTimeout(() => setState('loading'), tries === 0 ? restFor : comesAgainAfter)
    return () => clearTimeout(timer)
  }, [state, tries])
  const onError = () => {
    setTries(tries + 1)
    setState(tries + 1 < mostTries ? 'resting' : 'failed')
  }
  return (
    <div className="drawn-page" aria-busy={state === 'resting' || state === 'loading'}>
      {state === 'failed' && (
        <Notice tone="bad" live>
          <p>This page could not be drawn. Open the copy below, or try again.</p>
          <button
            className="button button-secondary"
            type="button"
            onClick={() => {
              setTries(0)
              setState('loading')
            }}
          >
            Try again
          </button>
        </Notice>
      )}
      {(state === 'resting' || state === 'loading') && <p className="small soft">Drawing the page</p>}
      {(state === 'loading' || state === 'shown') && (
        <img
          key={tries}
          src={address}
          alt={alt}
          hidden={state !== 'shown'}
          onLoad={() => setState('shown')}
          onError={onError}
        />
      )}
    </div>
  )
}
