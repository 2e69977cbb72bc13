import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { abstractTexts } from '#contract/abstracts/rules.ts'
import * as calls from '#contract/calls/abstracts.ts'
import { pages } from '#contract/pages.ts'
import { PageLink } from '#web/layout/PageLink.tsx'
import { isGone } from '#web/platform/call.ts'
import { useDraft } from '#web/platform/query/useDraft.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { useStore } from '#web/platform/store.ts'
import { useCall } from '#web/platform/useCall.ts'
import { EmptyPage } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton, SkeletonLines } from '#web/ui/Spinner.tsx'
import { idsOf, shownOf } from './api.ts'
import type { KeptAuthors } from './authors.ts'
import { AuthorsLink } from './AuthorsLink.tsx'
import { ShownAuthors } from './ShownAuthors.tsx'
import { useAbstracts } from './useAbstracts.ts'

const AuthorsForm = lazy(() => import('./AuthorsForm.tsx'))

/** Who wrote an abstract. Apart from its form, which the specification fixes. */
export default function AuthorsPage() {
  const pk = Number(new URLSearchParams(useLocation().search).get('pk'))
  return Number.isSafeInteger(pk) && pk > 0 ? <AuthorsOf key={pk} pk={pk} /> : <WhichAbstract />
}

function AuthorsOf({ pk }: { pk: number }) {
  const call = useCall()
  const { EventID, ApplicantID } = idsOf(useStore(({ auth }) => auth))
  const found = useDraft<KeptAuthors>(`authors-${pk}`)
  const { data, hasFailed, refresh } = useQuery({
    queryKey: ['AuthorsRead', pk],
    // Asked once: what was typed meanwhile must not be drawn over.
    staleTime: Infinity,
    queryFn: async () => {
      const answer = await call(calls.AuthorsRead, { EventID, ApplicantID, pk })
      if (answer.kind === 'reply') return answer.reply
      return isGone(answer) ? 'gone' : undefined
    },
  })
  if (data === 'gone')
    return (
      <EmptyPage title={abstractTexts.gone}>
        <BackToList />
      </EmptyPage>
    )
  if (!data && hasFailed)
    return (
      <EmptyPage title="The authors did not load">
        <p className="lead">Check your connection, then try again.</p>
        <button className="button button-primary" type="button" onClick={() => void refresh()}>
          Try again
        </button>
      </EmptyPage>
    )
  if (!data || !found.isRead) return <Skeleton title={pages['/authors'].title} />
  return (
    <>
      <PageHeader
        narrow
        title="Authors"
        eyebrow={data.number === undefined ? 'Draft' : `Abstract ${data.number}`}
        lead={<span dir="auto">{data.title}</span>}
      />
      <section className="section">
        <div className="page-width width-44 stack gap-l">
          {data.isOpen ? (
            <Suspense fallback={<SkeletonLines />}>
              <AuthorsForm pk={pk} list={data} found={found} />
            </Suspense>
          ) : (
            <>
              <Notice tone="wait">
                The authors are fixed while reviewers have the abstract, and after a decision. If something is wrong,
                please write to the conference office.
              </Notice>
              <ShownAuthors list={data} />
            </>
          )}
          <BackToList />
        </div>
      </section>
    </>
  )
}

const BackToList = () => (
  <PageLink className="button button-quiet" to="/abstractsubmission">
    Back to your abstracts
  </PageLink>
)

/** The letter leads here without saying which. */
function WhichAbstract() {
  const { abstracts, isKnown } = useAbstracts()
  if (!isKnown) return <Skeleton title={pages['/authors'].title} />
  return (
    <>
      <PageHeader narrow title="Authors" lead="Each abstract has its own list." />
      <section className="section">
        <div className="page-width width-44 stack gap-l">
          {abstracts.length === 0 && <p>You have no abstract yet.</p>}
          {abstracts.length > 0 && (
            <ul className="card rows">
              {abstracts.map((row) => (
                <li key={row.pk}>
                  <strong dir="auto">{shownOf(row).title}</strong>
                  <AuthorsLink pk={row.pk}>
                    <span className="visually-hidden">: {shownOf(row).title}</span>
                  </AuthorsLink>
                </li>
              ))}
            </ul>
          )}
          <BackToList />
        </div>
      </section>
    </>
  )
}
