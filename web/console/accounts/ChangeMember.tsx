import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { RoleForm } from '#contract/accounts/team-forms.ts'
import { call } from '#web/console/call.ts'
import { Form, Submit, TextArea } from '#web/console/ui/Form.tsx'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { scopeOf, RoleScope } from './RoleScope.tsx'
import { type Member, roleText, type Team } from './team-words.ts'
import { useRoleForReviewer } from './useRoleForReviewer.tsx'

type ChangeMemberProps = { member: Member; roles: Team['roles']; onClose: () => void }

/** Everything that can be done about one person: take a role, give one, help after a lost telephone. */
export function ChangeMember({ member, roles, onClose }: ChangeMemberProps) {
  const { name, grants, factors } = member
  const { confirm, dialog } = useConfirm()
  const reason = useRef<HTMLTextAreaElement>(null)
  const { revoke, reset, problem } = useChanging(member, onClose)
  const because = () => reason.current?.value.trim() ?? ''

  const takeAway = async ({ grantId, role, event }: Member['grants'][number]) => {
    const words = roleText(role, event)
    const question = {
      title: `Take ${words} away?`,
      text: (
        <p>
          {grants.length === 1
            ? `It is the last role of ${name}: they are out of the console at once. Their account stays.`
            : `${name} keeps ${grants.length - 1 === 1 ? '1 other role' : `${grants.length - 1} other roles`}.`}{' '}
          A letter tells them.
        </p>
      ),
      consequence: `Take ${words} from ${name}`,
    }
    if (await confirm(question)) revoke.mutate({ grantId, reason: because() })
  }
  const resetFactors = async () => {
    const question = {
      title: 'Reset the second factor?',
      text: <p>Be sure that it is {name} who asks: whoever knows the password is in until another is set up.</p>,
      consequence: `Remove ${factors?.length === 1 ? '1 factor' : `${factors?.length ?? 0} factors`} and sign ${name} out`,
    }
    if (await confirm(question)) reset.mutate(because())
  }
  return (
    <Dialog open onClose={onClose} title={name} typed>
      <ul className="rows">
        {grants.map((grant) => (
          <li key={grant.grantId}>
            <span>{roleText(grant.role, grant.event)}</span>
            <button className="button button-quiet-danger" type="button" onClick={() => void takeAway(grant)}>
              Take away<span className="visually-hidden"> {roleText(grant.role, grant.event)}</span>
            </button>
          </li>
        ))}
        {factors && factors.length > 0 && (
          <li>
            <span>Lost their second factor?</span>
            <button className="button button-quiet-danger" type="button" onClick={() => void resetFactors()}>
              Reset the second factor
            </button>
          </li>
        )}
      </ul>
      <TextArea label="Why" hint="Kept in the audit trail, with your name." rows={2} maxLength={500} ref={reason} />
      {problem && (
        <Notice tone="bad" live>
          <p>{problem.message}</p>
        </Notice>
      )}
      <GiveRole member={member} roles={roles} />
      <button className="button button-quiet" type="button" onClick={onClose}>
        Close
      </button>
      {dialog}
    </Dialog>
  )
}

function useChanging({ accountId, grants }: Member, onClose: () => void) {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['TeamList'] })
  const revoke = useMutation({
    mutationFn: (wish: { grantId: number; reason: string }) => call('GrantRevoke', wish),
    // Whoever had no other role is no longer in the list.
    onSuccess: () => (grants.length === 1 ? onClose() : undefined),
    onSettled,
  })
  const reset = useMutation({
    mutationFn: (reason: string) => call('FactorReset', { accountId, reason }),
    onSettled,
  })
  return { revoke, reset, problem: revoke.error ?? reset.error }
}

function GiveRole({ member: { accountId, name }, roles }: Omit<ChangeMemberProps, 'onClose'>) {
  const client = useQueryClient()
  const [told, setTold] = useState('')
  const { give, dialog } = useRoleForReviewer()
  const form = useForm({
    schema: RoleForm,
    send: async ({ role, eventId }) => {
      setTold('')
      if (!(await give((sure) => call('GrantGive', { accountId, role, ...scopeOf(eventId), ...sure })))) return false
      setTold(`${name} has the role now. A letter says so.`)
      await client.invalidateQueries({ queryKey: ['TeamList'] })
      return true
    },
  })
  return (
    <details>
      <summary>Give another role</summary>
      {dialog}
      <Form form={form} className="stack">
        <RoleScope roles={roles} field={form.field} />
        {told && (
          <Notice tone="good" live>
            <p>{told}</p>
          </Notice>
        )}
        <Submit form={form}>Give the role</Submit>
      </Form>
    </details>
  )
}
