import { type FormEvent, useEffect } from 'react'
import { accountLimits } from '#contract/accounts/email.ts'
import { leaveOutUnseen } from '#web/accounts/api.ts'
import { NewPasswordField } from '#web/accounts/NewPasswordField.tsx'
import { useStore } from '#web/platform/store.ts'
import { TextField } from '#web/ui/Field.tsx'
import { Form, Submit } from '#web/ui/Form.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { begin, type Begun, begunWith } from './begun.ts'
import type { Invitation } from './InvitationPage.tsx'
import { OfferedFields } from './OfferedFields.tsx'
import { QuotaField } from './QuotaField.tsx'
import { toTop } from './toTop.ts'
import { type Ends, useAccepting } from './useAccepting.ts'

type AcceptFormProps = Ends & { link: string; invitation: Invitation; onBack: () => void }
const wordsLimit = 200
const kept = new Set(['quota', 'institution', 'department', 'username'])

/** What somebody offers, and the account that they offer it with. */
export function AcceptForm({ link, invitation, onBack, ...ends }: AcceptFormProps) {
  const { eventName, fields } = invitation
  const { form, ranks, rank, signedIn } = useAccepting(link, ends)
  const begun = begunWith(link)
  const keep = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name, value } = target as HTMLInputElement
    if (kept.has(name)) begin(link, { [name]: value })
  }
  useEffect(toTop, [])
  return (
    <>
      <PageHeader narrow eyebrow={eventName} title="What you can offer" lead="It decides what you are given to read." />
      <section className="section">
        <div className="page-width width-44">
          <Form form={form} onInput={keep}>
            <section className="card stack gap-l" aria-label="Your reviews">
              <QuotaField
                {...form.field('quota')}
                defaultValue={begun.quota}
                hint="You may be given fewer, never more."
              />
              <OfferedFields
                fields={fields}
                {...ranks}
                errors={{ first: form.problems.first, second: form.problems.second }}
                onChange={rank}
              />
            </section>
            <Workplace form={form} begun={begun} />
            {signedIn ? (
              <Known invited={invitation.email} />
            ) : (
              <NewAccount form={form} begun={begun} email={invitation.email} />
            )}
            <div className="stack gap-s">
              <Submit form={form}>Accept the invitation</Submit>
              <button className="button button-quiet" type="button" onClick={onBack}>
                Back
              </button>
            </div>
          </Form>
        </div>
      </section>
    </>
  )
}

type Part = { form: ReturnType<typeof useAccepting>['form']; begun: Begun }

function Workplace({ form, begun }: Part) {
  return (
    <section className="card stack gap-l" aria-labelledby="where">
      <div>
        <h2 className="heading-small" id="where">
          Where you work
        </h2>
        <p className="soft">So that nobody is asked to judge the work of their own department.</p>
      </div>
      <div className="form-grid">
        <TextField
          {...form.field('institution')}
          label="Institution"
          autoComplete="organization"
          maxLength={wordsLimit}
          defaultValue={begun.institution}
        />
        <TextField
          {...form.field('department')}
          label="Department"
          maxLength={wordsLimit}
          defaultValue={begun.department}
        />
      </div>
    </section>
  )
}

/** For whoever has none under the invited address. */
function NewAccount({ form, begun, email }: Part & { email: string }) {
  return (
    <section className="card stack gap-l" aria-labelledby="account">
      <div>
        <h2 className="heading-small" id="account">
          Your account
        </h2>
        <p className="soft">You sign in with {email}. The letter has proven that the address is yours.</p>
      </div>
      {/* For password managers, which keep the two together; and no password should be the address. */}
      <input type="text" name="email" value={email} readOnly hidden autoComplete="username" />
      <TextField
        {...form.field('username')}
        label="Full name"
        autoComplete="name"
        maxLength={accountLimits.fullName}
        defaultValue={begun.username}
        onInput={leaveOutUnseen}
      />
      <NewPasswordField {...form.field('password')} label="Password" />
    </section>
  )
}

/** The letter may have gone to another address of theirs. */
function Known({ invited }: { invited: string }) {
  const userId = useStore(({ auth }) => auth.userId)
  const isOther = userId.toLowerCase() !== invited.toLowerCase()
  return (
    <p className="soft">
      You are signed in as {userId} and review with this account{isOther && `, although the letter went to ${invited}`}.
    </p>
  )
}
