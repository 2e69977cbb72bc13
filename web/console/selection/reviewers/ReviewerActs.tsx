import { useState } from 'react'
import { counted } from '#web/console/events/words.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { Reason } from '#web/console/selection/Reason.tsx'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import type { Reviewer } from '#web/console/selection/words.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { ReviewerFields } from './ReviewerFields.tsx'

type ReviewerActsProps = {
  eventId: number
  reviewer: Reviewer
  disciplines: readonly { id: number; description: string; isRetired: boolean }[]
}

/** What can be done about one reviewer; what is asked first opens over the list. */
export function ReviewerActs({ eventId, reviewer, disciplines }: ReviewerActsProps) {
  const { id: reviewerId, version, state, email, assigned, submitted } = reviewer
  const name = reviewer.name || email
  const [open, setOpen] = useState<'change' | 'remove'>()
  const removing = useSelectionAct('ReviewerRemove')
  const inviting = useSelectionAct('ReviewersInvite')
  const [isInvited, setInvited] = useState(false)
  const close = () => setOpen(undefined)
  const left = assigned === null || submitted === null ? undefined : assigned - submitted
  return (
    <>
      <span className="act-line">
        {state === 'active' && (
          <button className="button button-quiet" type="button" onClick={() => setOpen('change')}>
            Change<span className="visually-hidden"> {name}</span>
          </button>
        )}
        {state === 'active' && (
          <Link
            className="button button-quiet"
            to={`?eventId=${eventId}&part=conflicts&reviewerId=${reviewerId}&strength=any`}
          >
            Conflicts<span className="visually-hidden"> of {name}</span>
          </Link>
        )}
        {state !== 'active' && (
          <button
            className="button button-quiet"
            type="button"
            disabled={isInvited}
            aria-busy={inviting.isSending || undefined}
            onClick={async () =>
              setInvited(Boolean(await inviting.act({ eventId, people: [{ email }], withTeam: true })))
            }
          >
            {isInvited ? 'Invited' : 'Invite again'}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
        {(state === 'active' || state === 'invited') && (
          <button className="button button-quiet" type="button" onClick={() => setOpen('remove')}>
            Remove<span className="visually-hidden"> {name}</span>
          </button>
        )}
      </span>
      {inviting.problems.form && (
        <Notice tone="bad" live>
          {inviting.problems.form}
        </Notice>
      )}
      {open === 'change' && (
        <ReviewerFields eventId={eventId} reviewer={reviewer} disciplines={disciplines} onClose={close} />
      )}
      {open === 'remove' && (
        <Reason
          title={`Remove ${name}?`}
          words={
            left === undefined
              ? 'Abstracts that they have not reviewed are taken from them; what they submitted stays.'
              : left > 0
                ? `${counted(left, 'abstract is', 'abstracts are')} taken from them; what they submitted stays.`
                : 'What they submitted stays.'
          }
          action="Remove"
          send={(reason) => removing.act({ eventId, reviewerId, version, reason })}
          problem={removing.problems.form ?? removing.problems.reason}
          onClose={close}
        />
      )}
    </>
  )
}
