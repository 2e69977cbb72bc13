import { useState } from 'react'
import { object, string, trim, minLength } from 'zod/mini'
import { NewEmailFields, Reason } from '#contract/people/person-fields.ts'
import { call } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'
import { counted } from '#web/console/events/words.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { Form, FormEnd, Submit } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { whenText } from '#web/console/ui/When.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PinField, TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { Person } from './words.ts'

type AccountCardProps = { person: Person; mayChange: boolean; again: () => void }
type Open = 'email' | 'sign-out' | undefined

/** The account: its address, its sessions, and other accounts of the same person. */
export function AccountCard({ person, mayChange, again }: AccountCardProps) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const done = () => {
    close()
    again()
  }
  return (
    <section className="card stack gap-s" aria-labelledby="h-account">
      <h2 className="heading-small" id="h-account">
        Account
      </h2>
      {mayChange && person.newEmail && <Waiting person={person} newEmail={person.newEmail} again={again} />}
      {mayChange && !person.newEmail && (
        <button className="button button-secondary" type="button" onClick={() => setOpen('email')}>
          <Icon name="mail" /> Change the email address
        </button>
      )}
      <button className="button button-secondary" type="button" onClick={() => setOpen('sign-out')}>
        <Icon name="out" /> Sign out everywhere
      </button>
      {mayChange && (
        <Link
          className="button button-secondary"
          to={`/console/people/duplicates?eventId=${person.eventId}&with=${person.accountId}`}
        >
          <Icon name="people" /> Merge with another account
        </Link>
      )}
      {person.merges?.map((merge) => (
        <Merged key={merge.mergeId} merge={merge} timeZone={person.timeZone} again={again} />
      ))}
      <p className="small soft">
        Nobody can read or set a person’s password. A new address counts once a PIN sent there is typed in.
      </p>
      {open === 'email' && <NewEmail person={person} onClose={close} onDone={done} />}
      {open === 'sign-out' && <SignOut person={person} onClose={close} onDone={done} />}
    </section>
  )
}

type DialogOf = { person: Person; onClose: () => void; onDone: () => void }

function NewEmail({ person: { accountId }, onClose, onDone }: DialogOf) {
  const keyOf = useActKey()
  const form = useForm({
    schema: NewEmailFields,
    send: async (fields) => {
      const wish = { accountId, ...fields }
      await call('EmailChangeBegin', { ...wish, actKey: keyOf(wish) })
      onDone()
    },
  })
  return (
    <Dialog open onClose={onClose} title="Change the email address" typed>
      <Form form={form} className="stack">
        <TextField label="New address" type="email" autoComplete="off" {...form.field('email')} />
        <TextField label="Why" hint="Seen by staff only." {...form.field('reason')} />
        <p className="small soft">A PIN goes to the new address. Until it is typed in, nothing changes.</p>
        <FormEnd action="Send the PIN" problem={form.problems.form} isSending={form.isSending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

const Pin = object({ pin: string().check(trim(), minLength(6, 'Please type all six digits.')) })

/** The person reads the PIN out, which shows that they read the new address. */
function Waiting({ person: { accountId }, newEmail, again }: { person: Person; newEmail: string; again: () => void }) {
  const form = useForm({
    schema: Pin,
    send: async ({ pin }) => {
      const { status } = await call('EmailChangeConfirm', { accountId, pin })
      if (status !== 'Success')
        throw new Error(
          status === 'PIN not correct' ? 'This PIN is not correct.' : 'Another account has this address by now.',
        )
      again()
    },
  })
  const stop = async () => {
    await call('EmailChangeCancel', { accountId })
    again()
  }
  return (
    <Form form={form} className="stack gap-s">
      <p>
        A PIN was sent to <strong>{newEmail}</strong>. It works for ten minutes.
      </p>
      <PinField label="PIN that the person reads to you" maxLength={6} {...form.field('pin')} />
      <div className="cluster gap-s">
        <Submit form={form} tone="secondary">
          Use the new address
        </Submit>
        <button className="button button-quiet" type="button" onClick={() => void stop()}>
          Stop the change
        </button>
      </div>
    </Form>
  )
}

const Why = object({ reason: Reason })

function SignOut({ person: { eventId, accountId }, onClose, onDone }: DialogOf) {
  const [ended, setEnded] = useState<number>()
  const form = useForm({
    schema: Why,
    send: async ({ reason }) => setEnded((await call('PersonSignOut', { eventId, accountId, reason })).ended),
  })
  return (
    <Dialog open onClose={ended === undefined ? onClose : onDone} title="Sign out everywhere" typed>
      {ended === undefined ? (
        <Form form={form} className="stack">
          <TextField label="Why" hint="Seen by staff only." {...form.field('reason')} />
          <FormEnd
            action="Sign them out on every device"
            tone="danger"
            problem={form.problems.form}
            isSending={form.isSending}
            onClose={onClose}
          />
        </Form>
      ) : (
        <>
          <Notice tone="good" live>
            <p>{counted(ended, 'session')} ended.</p>
          </Notice>
          <button className="button button-primary" type="button" onClick={onDone}>
            Done
          </button>
        </>
      )}
    </Dialog>
  )
}

type MergedProps = { merge: NonNullable<Person['merges']>[number]; timeZone: string; again: () => void }

function Merged({ merge: { mergeId, email, at, until }, timeZone, again }: MergedProps) {
  const keyOf = useActKey()
  const [isOpen, setOpen] = useState(false)
  const form = useForm({
    schema: Why,
    send: async ({ reason }) => {
      const wish = { mergeId, reason }
      await call('MergeUndo', { ...wish, actKey: keyOf(wish) })
      setOpen(false)
      again()
    },
  })
  return (
    <div className="stack gap-s">
      <p className="small">
        {email} became part of this account: {whenText(at, timeZone)}. It can be undone until{' '}
        {whenText(until, timeZone)}.
      </p>
      <button className="button button-quiet" type="button" onClick={() => setOpen(true)}>
        Undo the merge
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Undo the merge" typed>
        <Form form={form} className="stack">
          <p>Each account has again what it had. {email} sets a new password.</p>
          <TextField label="Why" hint="Seen by staff only." {...form.field('reason')} />
          <FormEnd
            action="Make them two accounts again"
            tone="danger"
            problem={form.problems.form}
            isSending={form.isSending}
            onClose={() => setOpen(false)}
          />
        </Form>
      </Dialog>
    </div>
  )
}
