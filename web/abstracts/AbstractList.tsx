import { type ReactNode, useState } from 'react'
import { mayEdit, maySubmit } from '#contract/abstracts/rules.ts'
import { isPast } from '#contract/days.ts'
import { useContent } from '#web/layout/content.tsx'
import { PageLink } from '#web/layout/PageLink.tsx'
import { fullDay } from '#web/platform/calendar.ts'
import { countOf } from '#web/platform/words.ts'
import { EmptyPage } from '#web/ui/EmptyState.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { AbstractTable } from './AbstractTable.tsx'
import { shownOf } from './api.ts'
import { AuthorsLink } from './AuthorsLink.tsx'
import { BegunBefore } from './BegunBefore.tsx'
import { DecisionLink } from './DecisionLink.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { atLeastReviewers, noCall } from './reviewers.ts'
import type { Abstract } from './slice.ts'
import { Steps } from './Steps.tsx'
import type { Listed } from './useAbstracts.ts'
import type { Action, Actions } from './useActions.ts'

type AbstractListProps = {
  listed: Listed
  actions: Actions
  /** Why the person was led back here. */
  why: string | undefined
  onAdd: () => void
  /** Goes on with what this device has kept under this name. */
  onContinue: (draft: string) => void
  onEdit: (row: Abstract) => void
}

export function AbstractList({ listed, actions, why, onAdd, onContinue, onEdit }: AbstractListProps) {
  const { event, today } = useContent()
  const [removing, setRemoving] = useState<Abstract>()
  const { abstracts } = listed
  const told = <Told why={why} onContinue={onContinue} />
  if (abstracts.length === 0) return <NoAbstracts onAdd={onAdd}>{told}</NoAbstracts>
  return (
    <>
      <PageHeader
        title="Your abstracts"
        lead={`${event ? `Submission ${isPast(event.abstractsCloseOn, today) ? 'closed' : 'closes'} on ${fullDay(event.abstractsCloseOn)}. ` : ''}A draft is private until you submit it.`}
      />
      <section className="section">
        <div className="page-width stack gap-l">
          <Steps current={0} />
          {told}
          <div className="cluster">
            <p className="soft">{countOf(abstracts.length, 'abstract')}</p>
            <button className="button button-primary push" type="button" onClick={onAdd}>
              <Icon name="plus" /> Add Abstract
            </button>
          </div>
          <AbstractTable
            rows={abstracts}
            third="Sub-Theme"
            actions={(row) => <Actions row={row} actions={actions} onEdit={onEdit} onRemove={setRemoving} />}
          />
        </div>
      </section>
      <RemoveDialog
        row={removing}
        onClose={() => setRemoving(undefined)}
        onRemove={(row) => {
          setRemoving(undefined)
          void actions.remove(row)
        }}
      />
    </>
  )
}

function NoAbstracts({ onAdd, children }: { onAdd: () => void; children: ReactNode }) {
  const { event } = useContent()
  if (event?.noAbstracts) return <EmptyPage title={noCall}>{children}</EmptyPage>
  return (
    <EmptyPage title="No abstracts yet">
      {children}
      <p className="lead">
        Share a study, a case series or a workshop idea. Up to 250 words, read blind by {atLeastReviewers(event)}.
      </p>
      <button className="button button-primary" type="button" onClick={onAdd}>
        <Icon name="plus" /> Add Abstract
      </button>
      <PageLink className="button button-quiet" to="/abstract">
        Read the abstract guidelines
      </PageLink>
    </EmptyPage>
  )
}

/** What happened meanwhile, and what waits on this device. */
function Told({ why, onContinue }: Pick<AbstractListProps, 'why' | 'onContinue'>) {
  return (
    <>
      {why && (
        <Notice tone="wait" live>
          {why}
        </Notice>
      )}
      <BegunBefore onContinue={onContinue} />
    </>
  )
}

type ActionsProps = {
  row: Abstract
  actions: Actions
  onEdit: (row: Abstract) => void
  onRemove: (row: Abstract) => void
}

function Actions({ row, actions: { busy, submit }, onEdit, onRemove }: ActionsProps) {
  const { title } = shownOf(row)
  const isBusy = (what: Action['what']) => busy?.pk === row.pk && busy.what === what
  return (
    <>
      <Action icon="edit" text="Edit" title={title} disabled={!mayEdit(row)} onClick={() => onEdit(row)} />
      <Action icon="bin" text="Remove" title={title} isDanger isBusy={isBusy('remove')} onClick={() => onRemove(row)} />
      <Action
        icon="send"
        text="Submit"
        title={title}
        disabled={!maySubmit(row)}
        isBusy={isBusy('submit')}
        onClick={() => void submit(row)}
      />
      <DecisionLink row={row}>
        <span className="visually-hidden">: {title}</span>
      </DecisionLink>
      <AuthorsLink pk={row.pk}>
        <span className="visually-hidden">: {title}</span>
      </AuthorsLink>
    </>
  )
}

type ActionProps = {
  icon: IconName
  text: string
  title: string
  onClick: () => void
  disabled?: boolean
  isBusy?: boolean
  isDanger?: boolean
}

function Action({ icon, text, title, isBusy, isDanger, ...button }: ActionProps) {
  return (
    <button
      className={`button ${isDanger ? 'button-quiet-danger' : 'button-quiet'}`}
      type="button"
      aria-busy={isBusy || undefined}
      {...button}
    >
      <Icon name={icon} /> {text}
      <span className="visually-hidden">: {title}</span>
    </button>
  )
}
