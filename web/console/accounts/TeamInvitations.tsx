import { useMutation, useQueryClient } from '@tanstack/react-query'
import { timeZoneOf, useMe } from '#web/console/accounts/me.ts'
import { call } from '#web/console/call.ts'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { When } from '#web/console/ui/When.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { type Invitation, roleText } from './team-words.ts'

/** Letters that nobody has answered yet. */
export function Invitations({ invitations, mayGrant }: { invitations: readonly Invitation[]; mayGrant: boolean }) {
  return (
    <section className="card" aria-labelledby="h-invitations">
      <div className="card-header">
        <h2 id="h-invitations">Invitations</h2>
      </div>
      <ul className="rows">
        {invitations.map((invitation) => (
          <Line key={invitation.invitationId} invitation={invitation} mayGrant={mayGrant} />
        ))}
      </ul>
    </section>
  )
}

const states = { waiting: undefined, expired: 'Expired', void: 'No longer good' } as const

function Line({ invitation, mayGrant }: { invitation: Invitation; mayGrant: boolean }) {
  const { email, role, event, invitedBy, sentAt, expiresAt, state } = invitation
  const timeZone = timeZoneOf(useMe(), event?.eventId)
  return (
    <li>
      <span>
        <strong>{email}</strong>{' '}
        {states[state] && (
          <span className="status-chip" data-tone="bad">
            {states[state]}
          </span>
        )}
        <small className="own-line soft">
          {roleText(role, event)}. Sent <When at={sentAt} timeZone={timeZone} isInSentence /> by <bdi>{invitedBy}</bdi>
          {state === 'waiting' && (
            <>
              , good until <When at={expiresAt} timeZone={timeZone} isInSentence />
            </>
          )}
          {state === 'void' && ', who is no owner any more'}
        </small>
      </span>
      {mayGrant && <Actions invitation={invitation} />}
    </li>
  )
}

function Actions({ invitation: { invitationId, email, role, event } }: { invitation: Invitation }) {
  const client = useQueryClient()
  const { confirm, dialog } = useConfirm()
  const onSettled = () => client.invalidateQueries({ queryKey: ['TeamList'] })
  const again = useMutation({
    // Who reviews was confirmed when it was sent first.
    mutationFn: () =>
      call('InvitationSend', { email, role, reviewsToo: true, ...(event && { eventId: event.eventId }) }),
    onSettled,
  })
  const takeBack = useMutation({ mutationFn: () => call('InvitationTakeBack', { invitationId }), onSettled })
  const problem = again.error ?? takeBack.error
  const sure = async () => {
    const question = {
      title: 'Take the invitation back?',
      text: <p>The link in the letter opens nothing any more. Nobody is told.</p>,
      consequence: `Take back the invitation of ${email}`,
    }
    if (await confirm(question)) takeBack.mutate()
  }
  return (
    <span className="cluster gap-s">
      <button
        className="button button-quiet"
        type="button"
        aria-busy={again.isPending || undefined}
        onClick={() => again.mutate()}
      >
        {again.isSuccess ? 'Sent again' : 'Send again'}
        <span className="visually-hidden"> to {email}</span>
      </button>
      <button className="button button-quiet-danger" type="button" onClick={() => void sure()}>
        Take back<span className="visually-hidden"> the invitation of {email}</span>
      </button>
      {problem && (
        <Notice tone="bad" live>
          <p>{problem.message}</p>
        </Notice>
      )}
      {dialog}
    </span>
  )
}
