import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { InviteForm } from '#contract/accounts/team-forms.ts'
import { call } from '#web/console/call.ts'
import { Form, Submit } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { scopeOf, RoleScope } from './RoleScope.tsx'
import type { Team } from './team-words.ts'
import { useRoleForReviewer } from './useRoleForReviewer.tsx'

/** A letter to somebody who shall help. */
export function Invite({ roles }: { roles: Team['roles'] }) {
  const client = useQueryClient()
  const [told, setTold] = useState('')
  const [round, setRound] = useState(0)
  return (
    <section className="card stack" aria-labelledby="h-invite">
      <h2 id="h-invite">Invite</h2>
      {told && (
        <Notice tone="good" live>
          <p>{told}</p>
        </Notice>
      )}
      <InviteFields
        // Begun anew after each that was sent: the next letter goes to somebody else.
        key={round}
        roles={roles}
        onSent={(words) => {
          setTold(words)
          setRound((now) => now + 1)
          void client.invalidateQueries({ queryKey: ['TeamList'] })
        }}
      />
      <p className="small soft">
        The link works once, for seven days, for this address. We ask you first whether it is you.
      </p>
    </section>
  )
}

function InviteFields({ roles, onSent }: { roles: Team['roles']; onSent: (words: string) => void }) {
  const { give, dialog } = useRoleForReviewer()
  const form = useForm({
    schema: InviteForm,
    send: async ({ email, role, eventId }) => {
      const answer = await give((sure) => call('InvitationSend', { email, role, ...scopeOf(eventId), ...sure }))
      if (!answer) return false
      onSent(
        answer.outcome === 'granted'
          ? `${email} is of the team already and has the role now. A letter says so.`
          : `The invitation to ${email} is on its way.`,
      )
      return true
    },
  })
  return (
    <Form form={form} className="stack">
      {dialog}
      <TextField label="Email" type="email" autoComplete="off" {...form.field('email')} />
      <RoleScope roles={roles} field={form.field} />
      <Submit form={form} block>
        <Icon name="send" /> Send the invitation
      </Submit>
    </Form>
  )
}
