/** What there was before: who wrote and published it, what differs, and the way back. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { compare } from '#contract/pages/compare.ts'
import { call, Refused, type Reply } from '#web/console/call.ts'
import { ask } from '#web/console/queries.ts'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { When } from '#web/console/ui/When.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { type PageDraft, type PageState, whichOf } from './usePageDraft.ts'

type Version = Reply<'PageHistory'>['versions'][number]
const tones = { draft: 'wait', published: 'good', replaced: undefined } as const

export function History({ state, draft }: { state: PageState; draft: PageDraft }) {
  const { data } = useQuery(ask('PageHistory', whichOf(state)))
  const [compared, setCompared] = useState<number>()
  const { confirm, dialog } = useConfirm()
  const bringing = useMutation({
    mutationFn: (number: number) => call('PageBringBack', { ...whichOf(state), version: draft.version(), number }),
    onSuccess: draft.begin,
    onError: (error) => {
      if (error instanceof Refused && error.status === 409) draft.collide(error.body.stored as PageState, error.message)
    },
  })
  const bringBack = async (number: number) => {
    const isSure =
      !state.draft ||
      (await confirm({
        title: `Bring back version ${number}?`,
        consequence: `Replace draft ${state.draft.number} with version ${number}`,
        text: <p>Visitors see no difference until you publish.</p>,
      }))
    if (isSure) bringing.mutate(number)
  }
  const mayBring = state.mayEdit && !state.draft?.publishAt
  return (
    <section className="card stack" aria-labelledby="h-history">
      <h2 className="heading-small" id="h-history">
        History
      </h2>
      {bringing.error && !(bringing.error instanceof Refused && bringing.error.status === 409) && (
        <Notice tone="bad" live>
          {bringing.error.message}
        </Notice>
      )}
      <ol className="timeline">
        {data?.versions.map((version) => (
          <li key={version.number} data-tone={tones[version.state]}>
            <Told version={version} />
            {version.state !== 'draft' && (
              <span className="cluster gap-s">
                <button
                  className="button button-quiet"
                  type="button"
                  aria-label={`Compare version ${version.number}`}
                  onClick={() => setCompared(version.number)}
                >
                  Compare
                </button>
                {mayBring && (
                  <button
                    className="button button-quiet"
                    type="button"
                    aria-label={`Bring back version ${version.number}`}
                    onClick={() => void bringBack(version.number)}
                  >
                    Bring back
                  </button>
                )}
              </span>
            )}
            <When at={version.publishedAt ?? version.writtenAt} timeZone={state.timeZone} />
          </li>
        ))}
      </ol>
      {data?.versions.length === 0 && <p className="soft">Nothing was written for this event yet.</p>}
      {dialog}
      <Dialog
        open={compared !== undefined}
        onClose={() => setCompared(undefined)}
        title={`Version ${compared} and ${state.draft ? 'the draft' : 'what visitors see'}`}
      >
        {compared !== undefined && <Comparing state={state} number={compared} />}
        <button className="button button-secondary" type="button" onClick={() => setCompared(undefined)}>
          Close
        </button>
      </Dialog>
    </section>
  )
}

function Told({ version: { number, state, writtenBy, publishedBy } }: { version: Version }) {
  if (state === 'draft')
    return (
      <span>
        <strong>Draft {number}</strong>, {writtenBy}
      </span>
    )
  const from = writtenBy
    ? `published ${publishedBy ? `by ${publishedBy}` : 'on its day'}`
    : 'from the files of the installation'
  return (
    <span>
      <strong>Version {number}</strong>, {from}
    </span>
  )
}

function Comparing({ state, number }: { state: PageState; number: number }) {
  const { data, error } = useQuery(ask('PageVersion', { ...whichOf(state), number }))
  if (error) return <Notice tone="bad">{error.message}</Notice>
  if (!data) return <div className="skeleton" aria-busy="true" />
  const found = compare(data.body, state.draft?.body ?? state.published?.body).differences
  if (found === 'many') return <p>Too many lines changed to show them side by side.</p>
  if (found.length === 0) return <p>Both say the same.</p>
  return (
    <dl className="diff">
      {found.map(({ label, before, after }, index) => (
        <div key={`${label} ${index}`}>
          <dt>{label}</dt>
          <dd>{before && <del dir="auto">{before}</del>}</dd>
          <dd>{after && <ins dir="auto">{after}</ins>}</dd>
        </div>
      ))}
    </dl>
  )
}
