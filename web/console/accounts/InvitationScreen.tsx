import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { roleAndScope } from '#contract/accounts/role-words.ts'
import { KnownMember, NewMember } from '#contract/accounts/team-forms.ts'
import { call, isRefused, Refused, type Reply } from '#web/console/call.ts'
import { ask } from '#web/console/queries.ts'
import { Form, Submit } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { PasswordField, TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { AuthScreen } from './AuthScreen.tsx'
import { useLink } from './link.ts'
import { NewPasswordField } from './NewPasswordField.tsx'

type Invited = Reply<'InvitationShow'>

/** Where the letter leads. The secret stands behind the #, which no server log ever sees. */
export default function InvitationScreen() {
  const link = useLink()
  const { data, error } = useQuery({ ...ask('InvitationShow', { link }), enabled: link !== '', retry: false })
  if (link === '')
    return (
      <AuthScreen title="This link is not whole">
        <Notice tone="bad">
          <p>Open it from the letter itself, or copy all of it.</p>
        </Notice>
      </AuthScreen>
    )
  if (error)
    return (
      <AuthScreen title="This invitation is not good any more">
        <Notice tone="bad" live>
          <p>{error.message}</p>
        </Notice>
        {error instanceof Refused && (
          <p>
            Accepted it already? <a href="/console">Go to the console</a>
          </p>
        )}
      </AuthScreen>
    )
  if (!data)
    return (
      <AuthScreen title="Your invitation">
        <div className="stack" aria-busy="true">
          <output className="visually-hidden">Loading</output>
          <div className="skeleton" />
          <div className="skeleton" />
        </div>
      </AuthScreen>
    )
  return (
    <AuthScreen title="Welcome to the team" lead={<Lead invited={data} />}>
      {data.hasAccount ? <Known invited={data} link={link} /> : <Newcomer invited={data} link={link} />}
      <p className="small soft">The link works once, for {data.email} only.</p>
    </AuthScreen>
  )
}

function Lead({ invited: { invitedBy, role, eventName } }: { invited: Invited }) {
  return (
    <>
      <bdi>{invitedBy}</bdi> invites you as {roleAndScope(role, eventName)}.
    </>
  )
}

type FieldsProps = { invited: Invited; link: string }

function Newcomer({ invited: { email }, link }: FieldsProps) {
  const enter = useEntering(email)
  const form = useForm({
    schema: NewMember,
    send: async ({ fullName, password }) => {
      await call('InvitationAccept', { link, fullName, password })
      await enter(password)
    },
  })
  return (
    <Form form={form}>
      <TextField label="Email" type="email" autoComplete="username" value={email} readOnly />
      <TextField label="Your name" autoComplete="name" {...form.field('fullName')} />
      <NewPasswordField {...form.field('password')} />
      <Submit form={form} block>
        Accept and go in
      </Submit>
    </Form>
  )
}

function Known({ invited: { email }, link }: FieldsProps) {
  const enter = useEntering(email)
  const form = useForm({
    schema: KnownMember,
    send: async ({ password }) => {
      await call('InvitationAccept', { link, password })
      await enter(password)
    },
  })
  return (
    <Form form={form}>
      <TextField label="Email" type="email" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        hint="The one that you sign in with as a participant."
        {...form.field('password')}
      />
      <Submit form={form} block>
        Accept and go in
      </Submit>
      <p className="small soft">
        <a href="/forgotpass">Forgot your password?</a>
      </p>
    </Form>
  )
}

/** Signs in as everybody does: a second factor is asked for there, and not here too. */
function useEntering(email: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (password: string) => {
    try {
      await call('StaffSignIn', { email, password })
    } catch (error) {
      if (!isRefused(error, 'captcha')) throw error
    }
    client.clear()
    // Where a captcha is asked for, the console leads to the sign-in page, which has it.
    await navigate('/console', { replace: true })
  }
}
