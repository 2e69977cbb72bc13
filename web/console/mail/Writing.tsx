/** Whom a letter is for and what it says. Nothing typed is lost: it is kept on the device until it is saved. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { LetterFields } from '#contract/mail/mailing-fields.ts'
import { useMe } from '#web/console/accounts/me.ts'
import { call, Refused } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'
import { ask } from '#web/console/queries.ts'
import { EditForm, EditText } from '#web/console/ui/Edit.tsx'
import { type Edit, useEdit } from '#web/console/ui/useEdit.ts'
import { useRested } from '#web/console/ui/useRested.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { chosenIn } from './address.ts'
import { LetterText } from './LetterText.tsx'
import { Preview } from './Preview.tsx'
import { SaveAs } from './SaveAs.tsx'
import { Who } from './Who.tsx'
import type { Audience, Mailing } from './words.ts'

const Fields = z.object({ ...LetterFields.shape, audience: z.string() })
const labels = { kind: 'Kind of letter', subject: 'Subject', body: 'Letter', audience: 'Who' }

const storedOf = ({ version, kind, subject, body, audience }: Mailing) => ({
  version,
  values: { kind, subject, body, audience: JSON.stringify(audience) },
})

type WritingProps = {
  eventId: number
  mailing: Mailing | undefined
  onChosen: (isChosen: boolean) => void
  onChecked: () => void
}

export function Writing({ eventId, mailing, onChosen, onChecked }: WritingProps) {
  const writing = useWriting({ eventId, mailing, onChecked })
  const { edit, audience, problem } = writing
  const isChosen = Object.keys(audience).length > 0
  useEffect(() => onChosen(isChosen), [isChosen, onChosen])
  const [at, setAt] = useState(0)
  const typed = letterIn(eventId, edit.values)
  const letter = useRested(typed, 700)
  return (
    <EditForm edit={edit} label="The letter" save="Save draft" labels={labels}>
      <div className="split">
        <div className="stack gap-l">
          <Who
            letter={letter}
            audience={audience}
            problem={edit.problems.audience ?? problem.audience}
            onChange={(chosen) => edit.set('audience', JSON.stringify(chosen))}
          />
          <section className="card stack" aria-labelledby="h-what">
            <h2 id="h-what">What</h2>
            <Kind edit={edit} />
            <EditText edit={edit} name="subject" label="Subject" maxLength={200} />
            <LetterText edit={edit} />
            {problem.form && (
              <Notice tone="bad" live>
                {problem.form}
              </Notice>
            )}
            <div className="cluster">
              <Test letter={typed} at={at} />
              <SaveAs eventId={eventId} letter={typed} />
              <button
                className="button button-primary"
                type="button"
                aria-busy={writing.isChecking || undefined}
                onClick={() => void writing.check()}
              >
                Check and send
              </button>
            </div>
          </section>
        </div>
        <Preview letter={letter} at={at} onAt={setAt} />
      </div>
    </EditForm>
  )
}

function letterIn(eventId: number, { audience, kind, subject, body }: Edit['values']) {
  return {
    eventId,
    audience: JSON.parse(audience ?? '{}') as Audience,
    kind: kind as Mailing['kind'],
    subject: subject ?? '',
    body: body ?? '',
  }
}

type Problem = { form?: string; audience?: string }

function useWriting({ eventId, mailing, onChecked }: Omit<WritingProps, 'onChosen'>) {
  const { accountId } = useMe()
  const client = useQueryClient()
  const navigate = useNavigate()
  const keyOf = useActKey()
  const saved = useRef<Mailing>(undefined)
  // While it is checked too, the screen stays until that is answered.
  const isWanted = useRef(false)
  const [problem, setProblem] = useState<Problem>({})
  const [isChecking, setChecking] = useState(false)
  const begun = useBegun()
  const show = (now: Mailing) =>
    client.setQueryData(ask('MailingShow', { mailingId: now.id }).queryKey, { mailing: now })
  const open = (id: number) => navigate(`/console/mail?eventId=${eventId}&mailing=${id}`, { replace: true })
  const edit: Edit = useEdit({
    schema: Fields,
    stored: mailing ? storedOf(mailing) : { version: 0, values: begun },
    // A letter that was begun to others must not come back with these: nor these with that one.
    draft: {
      accountId,
      what: `mailing-${mailing?.id ?? `new-${eventId}${begun.audience === '{}' ? '' : begun.audience}`}`,
    },
    storedIn: (copy) => ({ ...storedOf(copy as Mailing), by: (copy as Mailing).madeBy }),
    send: async ({ audience, ...letter }, version) => {
      const which = mailing && { mailingId: mailing.id, version }
      const wish = { eventId, ...which, ...letter, audience: JSON.parse(audience) as Audience }
      const answer = await call('MailingSave', { ...wish, actKey: keyOf(wish) })
      saved.current = answer.mailing
      show(answer.mailing)
      if (!mailing && !isWanted.current) await open(answer.mailing.id)
      return storedOf(answer.mailing)
    },
  })
  /** Saves first where something is not saved; then whom it is for is frozen. */
  const check = async () => {
    isWanted.current = true
    saved.current = undefined
    setProblem({})
    setChecking(true)
    try {
      if (!mailing || edit.changed.length > 0) {
        await edit.save()
        if (!saved.current) return
      }
      const { id: mailingId, version } = (saved.current ?? mailing) as Mailing
      const answer = await call('MailingCheck', { eventId, mailingId, version })
      show(answer.mailing)
      onChecked()
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      isWanted.current = false
      setChecking(false)
      const now = saved.current as Mailing | undefined
      if (!mailing && now) await open(now.id)
    }
  }
  const audience = JSON.parse(edit.values.audience ?? '{}') as Audience
  return { edit, audience, check, isChecking, problem }
}

function problemOf(error: unknown): Problem {
  const fields = error instanceof Refused ? (error.body.fields ?? []) : []
  const ofWho = fields.find(({ path }) => path === 'audience')
  if (ofWho) return { audience: ofWho.message }
  return { form: fields[0]?.message ?? (error instanceof Error ? error.message : String(error)) }
}

/** People who were chosen elsewhere, or a saved letter to begin from. */
function useBegun() {
  const [address] = useSearchParams()
  const { letter } = (useLocation().state ?? {}) as { letter?: Partial<Mailing> }
  return {
    kind: letter?.kind ?? 'service',
    subject: letter?.subject ?? '',
    body: letter?.body ?? 'Dear {name},\n\n',
    audience: JSON.stringify(chosenIn(address)),
  }
}

function Kind({ edit }: { edit: Edit }) {
  const kinds = [
    ['service', 'About their own things', 'A deadline, a seat, a payment'],
    ['announcement', 'Announcement', 'With a way to stop them'],
  ] as const
  return (
    <fieldset className="stack gap-s">
      <legend className="field-label">Kind of letter</legend>
      <div className="cluster gap-s">
        {kinds.map(([value, words, about]) => (
          <label key={value} className="choice">
            <input
              type="radio"
              name="kind"
              value={value}
              checked={edit.values.kind === value}
              onChange={() => edit.set('kind', value)}
            />
            <span>
              {words}
              <small>{about}</small>
            </span>
          </label>
        ))}
      </div>
      {edit.problems.kind && <p className="field-error">{edit.problems.kind}</p>}
    </fieldset>
  )
}

type Letter = Parameters<typeof Preview>[0]['letter']

function Test({ letter, at }: { letter: Letter; at: number }) {
  const [said, setSaid] = useState('')
  const keyOf = useActKey()
  const send = async () => {
    setSaid('')
    try {
      const wish = { ...letter, at }
      const { to } = await call('MailingTest', { ...wish, actKey: keyOf({ ...wish, moment: Date.now() }) })
      setSaid(`Sent to ${to}.`)
    } catch (error) {
      setSaid(problemOf(error).form ?? problemOf(error).audience ?? '')
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
