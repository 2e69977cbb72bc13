import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { extend, string, trim, minLength } from 'zod/mini'
import { ExtensionFields, mostExtensions } from '#contract/events/event-fields.ts'
import { type Me, mayIn } from '#web/console/accounts/me.ts'
import { call, type Reply } from '#web/console/call.ts'
import { ask } from '#web/console/queries.ts'
import { Form, Submit, TextArea } from '#web/console/ui/Form.tsx'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useActKey, useEventAct } from './useEvent.ts'
import { counted, dayText, type EventDetail } from './words.ts'

type Extension = Reply<'ExtensionList'>['rows'][number]
const kinds = { abstracts: 'Abstracts', registration: 'Registration' } as const

/** A later last date for one person, by their address, so that it works for somebody without an account too. */
export function Extensions({ me, event }: { me: Me; event: EventDetail }) {
  const { eventId } = event
  const may = mayIn(me, 'people.edit', eventId)
  const { data, error } = useQuery({ ...ask('ExtensionList', { eventId, limit: 200 }), enabled: may })
  if (!may)
    return (
      <Notice>
        <p>Owners and organisers look after deadlines for one person.</p>
      </Notice>
    )
  const isOpen = event.state === 'draft' || event.state === 'published'
  return (
    <div className="split wide-aside">
      <section className="card stack" aria-labelledby="h-extensions">
        <h2 id="h-extensions">Deadlines for one person</h2>
        {error && (
          <Notice tone="bad" live>
            {error.message}
          </Notice>
        )}
        {data?.rows.length === 0 && (
          <EmptyState title="Nobody has more time">
            <p>Everybody has the dates of the event.</p>
          </EmptyState>
        )}
        <ul className="stack">
          {data?.rows.map((extension) => (
            <One key={extension.id} eventId={eventId} extension={extension} mayEnd={isOpen} />
          ))}
        </ul>
        {data && data.total > data.rows.length && (
          <p className="small soft">And {data.total - data.rows.length} before these.</p>
        )}
      </section>
      {isOpen && <Give me={me} event={event} />}
    </div>
  )
}

function One({ eventId, extension, mayEnd }: { eventId: number; extension: Extension; mayEnd: boolean }) {
  const client = useQueryClient()
  const { act, problems } = useEventAct('ExtensionEnd')
  const { confirm, dialog } = useConfirm()
  const { id, email, name, kind, until, reason, givenBy, endedAt } = extension
  const end = async () => {
    const question = {
      title: `End the later date of ${name ?? email}?`,
      consequence: 'End it and write to them',
      text: <p>The date of the event counts again. What began to arrive before stays in time.</p>,
    }
    if (!(await confirm(question))) return
    if (await act({ eventId, id, reason: 'Ended in the console' }))
      void client.invalidateQueries({ queryKey: ['ExtensionList'] })
  }
  return (
    <li className="stack gap-s">
      <p>
        <strong dir="auto">{name ?? email}</strong> {name && <span className="small soft">{email}</span>}
        <br />
        {kinds[kind]} until {dayText(until)} {endedAt && <span className="status-chip">Ended</span>}
        <br />
        <span className="small soft" dir="auto">
          {reason}, {givenBy}
        </span>
      </p>
      {problems.form && <p className="field-error">{problems.form}</p>}
      {mayEnd && !endedAt && (
        <div>
          <button className="button button-secondary" type="button" onClick={() => void end()}>
            End it<span className="visually-hidden">: {email}</span>
          </button>
        </div>
      )}
      {dialog}
    </li>
  )
}

const Wish = extend(ExtensionFields, {
  emails: string().check(trim(), minLength(1, 'Please write an address.')),
})

function Give({ me, event: { eventId, abstractsCloseOn, registrationClosesOn } }: { me: Me; event: EventDetail }) {
  const client = useQueryClient()
  const keyOf = useActKey()
  const [given, setGiven] = useState<Reply<'ExtensionGive'>['rows']>()
  const [round, setRound] = useState(0)
  const form = useForm({
    schema: Wish,
    draft: { accountId: me.accountId, what: `extension-${eventId}` },
    send: async ({ emails, ...fields }) => {
      const wish = { eventId, ...fields, emails: emails.split(/[\s,;]+/).filter(Boolean) }
      setGiven((await call('ExtensionGive', { ...wish, actKey: keyOf(wish) })).rows)
      setRound((count) => count + 1)
      void client.invalidateQueries({ queryKey: ['ExtensionList'] })
    },
  })
  return (
    <section className="card stack" aria-labelledby="h-give">
      <h2 id="h-give">Give more time</h2>
      <p className="small soft">
        Abstracts close on {dayText(abstractsCloseOn)}, registration on {dayText(registrationClosesOn)}. The later of
        that and their own day counts. Each gets a letter.
      </p>
      <Form key={round} form={form} className="stack">
        <SelectField label="What for" {...form.field('kind')}>
          <option value="abstracts">Abstracts</option>
          <option value="registration">Registration</option>
        </SelectField>
        <TextField label="Until the end of" type="date" {...form.field('until')} />
        <TextArea label="Addresses" hint={`One on each line, at most ${mostExtensions}.`} {...form.field('emails')} />
        <TextField label="Why" hint="Seen by staff, not by the person." {...form.field('reason')} />
        <Submit form={form} block>
          Give more time and write to them
        </Submit>
      </Form>
      {given && <Given rows={given} />}
    </section>
  )
}

function Given({ rows }: { rows: Reply<'ExtensionGive'>['rows'] }) {
  const refused = rows.filter(({ outcome }) => outcome === 'not an address' || outcome === 'twice')
  return (
    <Notice tone={refused.length > 0 ? 'wait' : 'good'} live>
      <p>{counted(rows.length - refused.length, 'person has', 'people have')} more time.</p>
      {refused.length > 0 && (
        <ul>
          {refused.map(({ email, outcome }, at) => (
            <li key={`${at} ${email}`} dir="auto">
              {email}: {outcome === 'twice' ? 'named twice, counted once' : 'not an address'}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
