import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { type PageOfSite, pageNames, sitePage } from '#contract/pages/page-names.ts'
import { useMe } from '#web/console/accounts/me.ts'
import { previewAddress } from '#web/console/call.ts'
/** One page of the site: its words as fields, how visitors would see them, what there was before, and the ways to publish. */
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { Missing } from '#web/console/layout/Standing.tsx'
import { ask } from '#web/console/queries.ts'
import { whenText } from '#web/console/ui/When.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Beaten } from './Beaten.tsx'
import { EditingContext, type Path } from './editing.ts'
import { History } from './History.tsx'
import { PageFields } from './PageFields.tsx'
import { SaveBar } from './SaveBar.tsx'
import { type PageDraft, type PageState, usePageDraft, whichOf } from './usePageDraft.ts'

const isPage = (name: string | undefined): name is PageOfSite =>
  (pageNames as readonly (string | undefined)[]).includes(name)

export default function PageScreen() {
  const { page } = useParams()
  return isPage(page) ? <OnePage page={page} /> : <Missing />
}

function OnePage({ page }: { page: PageOfSite }) {
  const [address] = useSearchParams()
  const eventId = sitePage(page).ofEvents ? Number(address.get('eventId')) || undefined : undefined
  const { title } = sitePage(page)
  useTitle(title)
  // What is typed must not be drawn over by what is read meanwhile: only our own saves change it.
  const { data, error, refetch } = useQuery({
    ...ask('PageShow', { page, ...(eventId && { eventId }) }),
    refetchOnWindowFocus: false,
  })
  return (
    <div className="console-page">
      <div className="console-head">
        <nav className="crumb" aria-label="Where you are">
          <Link to={`/console/pages${address.size > 0 ? `?${address}` : ''}`}>Pages</Link>
        </nav>
        <h1>{title}</h1>
        {data && <Standing state={data} />}
      </div>
      <nav className="tabs" aria-label="Pages">
        {pageNames.map((name) => (
          <Link
            key={name}
            to={`/console/pages/${name}${address.size > 0 ? `?${address}` : ''}`}
            aria-current={name === page ? 'page' : undefined}
          >
            {sitePage(name).title}
          </Link>
        ))}
      </nav>
      {error && (
        <Notice tone="bad" live>
          <p>{error.message}</p>
          <button className="button button-secondary" type="button" onClick={() => void refetch()}>
            Try again
          </button>
        </Notice>
      )}
      {!data && !error && <div className="skeleton" aria-busy="true" />}
      {data && <Editor key={`${page} ${eventId}`} state={data} />}
    </div>
  )
}

function Standing({ state: { draft, published } }: { state: PageState }) {
  const shown = published ? `published is ${published.number}` : 'nothing is published'
  return (
    <span className="status-chip" data-status={draft ? 'pending' : 'accepted'}>
      {draft ? `Draft ${draft.number}, ${shown}` : published ? `Version ${published.number} is published` : 'Empty'}
    </span>
  )
}

function Editor({ state }: { state: PageState }) {
  const me = useMe()
  const draft = usePageDraft(state, me.accountId)
  const [showsProblems, setShowsProblems] = useState(false)
  const isPlanned = state.draft?.publishAt != null
  const problemAt = (path: Path) =>
    showsProblems ? state.problems.find((each) => each.path === ['body', ...path].join('.'))?.message : undefined
  return (
    <>
      {!state.mayEdit && (
        <Notice>
          <p>Only owners change this page. You can read it and what there was before.</p>
        </Notice>
      )}
      {state.eventId !== null && state.published?.isOfCollege && (
        <Notice>
          <p>This event shows the page of the college. What you publish here is for this event alone.</p>
        </Notice>
      )}
      {state.draft?.publishAt && (
        <Notice tone="wait">
          <p>
            Draft {state.draft.number} is published by itself on {whenText(state.draft.publishAt, state.timeZone)}. Take
            it off the plan to change it.
          </p>
        </Notice>
      )}
      {draft.conflict && <Beaten draft={draft} conflict={draft.conflict} />}
      <div className="split page-editor">
        <div className="stack">
          <EditingContext value={{ body: draft.body, change: draft.change, problemAt, showsProblems }}>
            <fieldset className="stack" disabled={!state.mayEdit || isPlanned}>
              <legend className="visually-hidden">The words of the page</legend>
              <PageFields page={state.page} />
            </fieldset>
          </EditingContext>
          <History state={state} draft={draft} />
        </div>
        <Preview state={state} draft={draft} />
      </div>
      {state.mayEdit && <SaveBar state={state} draft={draft} onProblems={() => setShowsProblems(true)} />}
    </>
  )
}

/** Drawn by the server as it draws the site. The frame runs nothing. */
function Preview({ state, draft }: { state: PageState; draft: PageDraft }) {
  const [width, setWidth] = useState<'phone' | 'desktop'>('phone')
  const number = state.draft?.number ?? state.published?.number ?? 0
  const title = state.draft ? `Preview of draft ${number}` : `What visitors see, version ${number}`
  return (
    <section className="preview stick" aria-labelledby="h-preview" data-width={width}>
      <header>
        <h2 className="small" id="h-preview">
          {title}
        </h2>
        <nav className="tabs" aria-label="Width">
          {(['phone', 'desktop'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={width === each}
              aria-current={width === each ? 'true' : undefined}
              onClick={() => setWidth(each)}
            >
              {each === 'phone' ? 'Phone' : 'Desktop'}
            </button>
          ))}
        </nav>
      </header>
      <iframe
        title={title}
        sandbox="allow-same-origin"
        src={previewAddress({ ...whichOf(state), version: state.draft?.version ?? 0 })}
        aria-busy={draft.saving === 'saving' || undefined}
      />
    </section>
  )
}
