/** What each step of the set-up shows and saves. Pages are written as drafts and published, as everywhere else. */
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { homeTimeZone } from '#contract/days.ts'
import { type PageOfSite, sitePage } from '#contract/pages/page-names.ts'
import { useMe } from '#web/console/accounts/me.ts'
import { call } from '#web/console/call.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { ask } from '#web/console/queries.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { useAct, useReadAgain } from '#web/console/ui/useAct.ts'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { When } from '#web/console/ui/When.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Beaten } from './Beaten.tsx'
import { EditingContext, type Path } from './editing.ts'
import { BankFields, CollegeNames, ContactFields, TravelFields } from './PageFields.tsx'
import { SaveBar } from './SaveBar.tsx'
import type { Setup } from './setup-words.ts'
import { type PageState, usePageDraft } from './usePageDraft.ts'

type StepProps = { setup: Setup }
type FieldsOfPage = 'college' | 'contact' | 'travel'

const fieldsOf: Record<FieldsOfPage, ComponentType> = {
  college: CollegeNames,
  contact: ContactFields,
  travel: TravelFields,
}

export function PageStep({ setup, page }: StepProps & { page: FieldsOfPage }) {
  const texts = setup.facts.find((each) => each.page === page)?.texts ?? []
  return (
    <>
      <StillSample texts={texts} />
      <PagePart page={page} fields={fieldsOf[page]} />
    </>
  )
}

function StillSample({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <Notice tone="wait">
      <p>
        <strong>Still the sample, and visible to visitors:</strong> {texts.join(', ')}.
      </p>
    </Notice>
  )
}

function PagePart({ page, fields }: { page: PageOfSite; fields: ComponentType }) {
  // What is typed must not be drawn over by what is read meanwhile.
  const { data, error, refetch } = useQuery({ ...ask('PageShow', { page }), refetchOnWindowFocus: false })
  if (error) return <AskFailed error={error} again={refetch} />
  return data ? <Editor state={data} fields={fields} /> : <div className="skeleton" aria-busy="true" />
}

function Editor({ state, fields: Fields }: { state: PageState; fields: ComponentType }) {
  const me = useMe()
  const draft = usePageDraft(state, me.accountId)
  const [showsProblems, setShowsProblems] = useState(false)
  const problemAt = (path: Path) =>
    showsProblems ? state.problems.find((each) => each.path === ['body', ...path].join('.'))?.message : undefined
  return (
    <>
      {draft.conflict && <Beaten draft={draft} conflict={draft.conflict} />}
      <EditingContext value={{ body: draft.body, change: draft.change, problemAt, showsProblems }}>
        <fieldset className="stack" disabled={state.draft?.publishAt != null}>
          <legend className="visually-hidden">What visitors see</legend>
          <Fields />
        </fieldset>
      </EditingContext>
      <SaveBar state={state} draft={draft} onProblems={() => setShowsProblems(true)} />
    </>
  )
}

export function TextsStep({ setup }: StepProps) {
  if (setup.prose.length === 0) return <p>No page has sample text.</p>
  return (
    <>
      <p>
        These texts came with the portal. Read each, change what is different at your college, and publish it. A text
        that is right can be published as it is.
      </p>
      <ul className="rows">
        {setup.prose.map((text) => (
          <SampleText key={text.page} text={text} />
        ))}
      </ul>
    </>
  )
}

function SampleText({ text: { page, texts, isKept } }: { text: Setup['prose'][number] }) {
  const { keep, problem, isSending } = useKeep(page)
  const { title, address } = sitePage(page)
  return (
    <li>
      <span>
        <strong>{title}</strong>
        <br />
        <small className="soft">
          {isKept ? 'Published by you or a colleague with these sample parts: ' : 'Sample text: '}
          {texts.join(', ')}
        </small>
        {problem && (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        )}
      </span>
      <span className="cluster gap-s">
        <a className="button button-quiet" href={address} target="_blank" rel="noreferrer">
          Read<span className="visually-hidden"> {title} in a new tab</span>
        </a>
        <Link className="button button-secondary" to={`/console/pages/${page}?eventId=any`}>
          Edit<span className="visually-hidden"> {title}</span>
        </Link>
        {!isKept && (
          <button
            className="button button-secondary"
            type="button"
            aria-busy={isSending || undefined}
            onClick={() => void keep()}
          >
            Publish as it is<span className="visually-hidden">: {title}</span>
          </button>
        )}
      </span>
    </li>
  )
}

/** The published version becomes a draft and is published again, by a person: the history of the page says who took the text over. */
function useKeep(page: PageOfSite) {
  const again = useReadAgain()
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const keep = async () => {
    setSending(true)
    setProblem('')
    try {
      const { draft, published } = await call('PageShow', { page })
      if (draft) throw new Error('This page has a draft. Open it, and publish or discard the draft.')
      const brought = await call('PageBringBack', { page, version: 0, number: published?.number ?? 1 })
      await call('PagePublish', { page, version: brought.draft?.version ?? 0, when: 'now' })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setSending(false)
    again()
  }
  return { keep, problem, isSending }
}

export function ProgrammesStep({ setup: { programmes } }: StepProps) {
  const { act, problem, isSending } = useAct('ProgrammeRetire')
  const { confirm, dialog } = useConfirm()
  if (programmes.length === 0) return <p>No sample programme is visible to visitors.</p>
  const names = programmes.map(({ name }) => name)
  const removeAll = async () => {
    const isSure = await confirm({
      title: `Take ${programmes.length} sample programmes off the pages?`,
      consequence: 'Take them off the pages',
      text: <p>Visitors no longer see them. You can show each again under Programmes.</p>,
    })
    if (isSure) for (const { id, version } of programmes) await act({ id, version, retired: true })
  }
  return (
    <>
      <StillSample texts={names} />
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <div className="cluster">
        <button
          className="button button-primary"
          type="button"
          aria-busy={isSending || undefined}
          onClick={() => void removeAll()}
        >
          Take them off the pages
        </button>
        <Link className="button button-quiet" to="/console/programmes?eventId=any">
          Edit programmes
        </Link>
      </div>
      {dialog}
    </>
  )
}

export function MailStep({ setup: { mail } }: StepProps) {
  const { act, problem, isSending } = useAct('SetupMailTest')
  const [sentTo, setSentTo] = useState('')
  const send = async () => setSentTo((await act({}))?.to ?? '')
  return (
    <>
      {mail.hasServer ? (
        <p>
          Emails go out through the mail server in <code>SMTP_URL</code>, from <bdi>{mail.from}</bdi>.{' '}
          {mail.lastSentAt ? (
            <>
              It last took one <When at={mail.lastSentAt} timeZone={homeTimeZone} isInSentence />.
            </>
          ) : (
            'It has not taken one yet: send a test email.'
          )}
        </p>
      ) : (
        <Notice tone="wait">
          <p>
            No mail server is set, so nobody receives a PIN, a receipt or an invitation. Ask your system administrator
            to set <code>SMTP_URL</code> and <code>MAIL_FROM</code> and to restart the portal.
          </p>
        </Notice>
      )}
      {mail.hasServer && mail.from.includes('@localhost') && (
        <Notice tone="wait">
          <p>
            <code>MAIL_FROM</code> is not set: emails would come from an address that does not exist.
          </p>
        </Notice>
      )}
      {mail.answer !== null && (
        <Notice tone="bad">
          <p>
            The mail server refuses our account or settings, and {mail.waiting} emails wait. It answered: {mail.answer}
          </p>
        </Notice>
      )}
      {mail.hasServer && (
        <p>
          <button
            className="button button-primary"
            type="button"
            aria-busy={isSending || undefined}
            onClick={() => void send()}
          >
            Send me a test email
          </button>
        </p>
      )}
      {sentTo && (
        <Notice tone="good" live>
          <p>
            A test email is on its way to <bdi>{sentTo}</bdi>. This step is done once the mail server has taken it.
          </p>
        </Notice>
      )}
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
    </>
  )
}

export function BankStep({ setup: { bank } }: StepProps) {
  return (
    <>
      {bank.takesMoney ? (
        <p>The portal is connected to your bank. Try it with one paid workshop before you publish the event.</p>
      ) : (
        <Notice tone="wait">
          <p>
            Payments are a demonstration: people get seats and no money is taken. Ask your system administrator to set{' '}
            <code>PAYMENT_PROVIDER=epg</code> and the <code>EPG_</code> settings that your bank gave you, and to restart
            the portal.
          </p>
        </Notice>
      )}
      <h3 className="heading-small">Your bank in the footer of the site</h3>
      <PagePart page="college" fields={BankFields} />
    </>
  )
}
