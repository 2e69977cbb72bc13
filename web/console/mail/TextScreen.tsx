/** The text of one email: subject and paragraphs with facts in braces, beside the email as it is sent. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import * as z from 'zod/mini'
import { textProblems } from '#contract/mail/text-rules.ts'
import { useMe } from '#web/console/accounts/me.ts'
import { call, Refused, type Reply } from '#web/console/call.ts'
import { useActKey, useEventId } from '#web/console/events/useEvent.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { EditForm, EditText } from '#web/console/ui/Edit.tsx'
import { NoEvent } from '#web/console/ui/NoEvent.tsx'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { useEdit } from '#web/console/ui/useEdit.ts'
import { useRested } from '#web/console/ui/useRested.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { MailTabs } from './MailTabs.tsx'
import { TextArea } from './TextArea.tsx'
import { TextPreview } from './TextPreview.tsx'
import { stateWords } from './TextScope.tsx'
import { useTextScope } from './useTextScope.ts'

type Text = Reply<'LetterTextShow'>['text']

export default function TextScreen() {
  useTitle('Email text')
  const eventId = useEventId(useMe())
  if (eventId === undefined) return <NoEvent title="Email text" words="Emails belong to an event." />
  return <Stored eventId={eventId} />
}

function Stored({ eventId }: { eventId: number }) {
  const { kind = '' } = useParams()
  const scope = useTextScope(eventId)
  const question = ask('LetterTextShow', { ...scope.input, kind })
  const { data, error, refetch } = useQuery({ ...question, enabled: scope.isAllowed })
  const { text } = data ?? {}
  const [resets, setResets] = useState(0)
  const [words, status] = stateWords[text?.state ?? 'default']
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>{text?.name ?? 'Email text'}</h1>
        {text && (
          <span className="status-chip" data-status={status}>
            {words}
          </span>
        )}
      </div>
      <MailTabs at="/console/mail/texts" eventId={eventId} />
      <p>
        <Link to={scope.to('/console/mail/texts')}>All email texts</Link>
      </p>
      {error && <AskFailed error={error} again={refetch} />}
      {!data && !error && <Spinner>Loading</Spinner>}
      {text && (
        <Editing
          key={`${kind} ${scope.isCollege} ${resets}`}
          text={text}
          scope={scope}
          isBack={resets > 0}
          onBack={() => setResets(resets + 1)}
        />
      )}
    </div>
  )
}

const Fields = z.object({ subject: z.string(), body: z.string() })
const labels = { subject: 'Subject', body: 'Text' }
const storedOf = ({ version, subject, body }: Text) => ({ version, values: { subject, body } })

type EditingProps = { text: Text; scope: ReturnType<typeof useTextScope>; isBack: boolean; onBack: () => void }

function Editing({ text, scope, isBack, onBack }: EditingProps) {
  const { accountId } = useMe()
  const client = useQueryClient()
  const keyOf = useActKey()
  const which = { ...scope.input, kind: text.kind }
  const show = (now: Text) => client.setQueryData(ask('LetterTextShow', which).queryKey, { text: now })
  const edit = useEdit({
    schema: Fields,
    stored: storedOf(text),
    draft: { accountId, what: `text-${scope.isCollege ? 'college' : scope.eventId}-${text.kind}` },
    check: (values) => textProblems(values, text.facts),
    storedIn: (copy) => ({ ...storedOf(copy as Text), by: (copy as Text).savedBy ?? '' }),
    send: async (values, version) => {
      const wish = { ...which, ...values, version }
      const answer = await call('LetterTextSave', { ...wish, actKey: keyOf(wish) })
      show(answer.text)
      return storedOf(answer.text)
    },
  })
  // The button that was pressed is gone.
  useEffect(() => {
    if (isBack) document.querySelector<HTMLInputElement>('input[name=subject]')?.focus()
  }, [isBack])
  const back = (now: Text) => {
    edit.discard()
    show(now)
    onBack()
  }
  const typed = { subject: edit.values.subject ?? '', body: edit.values.body ?? '' }
  const letter = useRested({ ...which, ...typed }, 700)
  return (
    <EditForm edit={edit} label="The text" save="Save text" labels={labels}>
      <div className="split">
        <section className="card stack" aria-labelledby="h-text">
          <h2 id="h-text">Text</h2>
          <p className="small soft">{text.when}</p>
          {text.isReadOnly && <Notice>This event is archived. Its texts can only be read.</Notice>}
          <EditText edit={edit} name="subject" label="Subject" maxLength={200} readOnly={text.isReadOnly} />
          <TextArea edit={edit} facts={text.facts} isReadOnly={text.isReadOnly} />
          <div className="cluster">
            <Test wish={{ ...which, ...typed }} />
            {text.version > 0 && !text.isReadOnly && <Back text={text} which={which} onBack={back} />}
          </div>
        </section>
        <TextPreview letter={letter} facts={text.facts} />
      </div>
    </EditForm>
  )
}

type Which = { eventId?: number; kind: string }

function Test({ wish }: { wish: Which & { subject: string; body: string } }) {
  const [said, setSaid] = useState('')
  const keyOf = useActKey()
  const send = async () => {
    setSaid('')
    try {
      const { to } = await call('LetterTextTest', { ...wish, actKey: keyOf({ ...wish, moment: Date.now() }) })
      setSaid(`Sent to ${to}.`)
    } catch (error) {
      setSaid(sentenceOf(error))
    }
  }
  return (
    <>
      <button className="button button-secondary" type="button" onClick={() => void send()}>
        <Icon name="send" /> Send a test to me
      </button>
      <output className="small">{said}</output>
    </>
  )
}

const sentenceOf = (error: unknown): string => {
  const [first] = error instanceof Refused ? (error.body.fields ?? []) : []
  return first?.message ?? (error instanceof Error ? error.message : String(error))
}

type BackProps = { text: Text; which: Which; onBack: (now: Text) => void }

function Back({ text, which, onBack }: BackProps) {
  const { confirm, dialog } = useConfirm()
  const keyOf = useActKey()
  const [problem, setProblem] = useState('')
  const back = async () => {
    const isSure = await confirm({
      title: `Back to default: ${text.name}?`,
      consequence: 'Delete our own text',
      text: <p>{`From now on the email is sent with the subject “${text.default.subject}”.`}</p>,
    })
    if (!isSure) return
    setProblem('')
    try {
      const wish = { ...which, version: text.version }
      const answer = await call('LetterTextReset', { ...wish, actKey: keyOf(wish) })
      onBack(answer.text)
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  return (
    <>
      {dialog}
      <button className="button button-quiet" type="button" onClick={() => void back()}>
        Back to default
      </button>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
    </>
  )
}
