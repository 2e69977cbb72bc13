/** Before a workshop is cancelled, reinstated or moved: the email to the people with a seat, with its count and its words. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import type { SeatGroup } from '#contract/events/workshop-fields.ts'
import type { Ask } from '#web/console/call.ts'
import { ask } from '#web/console/queries.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { useRested } from '#web/console/ui/useRested.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { counted } from './words.ts'

type Question = {
  title: string
  /** What happens besides the email. */
  text?: ReactNode
  /** The button: `Cancel the workshop`. */
  act: string
  preview: Omit<Ask<'WorkshopEmailPreview'>, 'reason'>
}
/** Nothing: not now. Without `tell`: no email. */
export type Told = { tell?: { people: number; reason: string } }
type Asked = Question & { answer: (told: Told | undefined) => void }

/** `askToTell` waits for the answer; `telling` is the dialog, to be drawn somewhere in the screen. */
export function useTelling() {
  const [asked, setAsked] = useState<Asked>()
  const askToTell = useCallback(
    (question: Question) => new Promise<Told | undefined>((answer) => setAsked({ ...question, answer })),
    [],
  )
  const reply = (told: Told | undefined) => {
    asked?.answer(told)
    setAsked(undefined)
  }
  const telling = (
    <Dialog open={asked !== undefined} onClose={() => reply(undefined)} title={asked?.title ?? ''} typed>
      {asked && <Telling question={asked} reply={reply} />}
    </Dialog>
  )
  return { askToTell, telling }
}

const groupWords: Record<SeatGroup, string> = {
  paid: 'with a paid seat',
  paying: 'whose payment is being confirmed',
  held: 'with a held seat',
  released: 'whose hold ends',
}

function Telling({ question, reply }: { question: Question; reply: (told: Told | undefined) => void }) {
  const { text, act, preview } = question
  const [reason, setReason] = useState('')
  const rested = useRested(reason.trim(), 300)
  const { data, error, refetch } = useQuery({
    ...ask('WorkshopEmailPreview', { ...preview, ...(rested && { reason: rested }) }),
    placeholderData: keepPreviousData,
    // The count must be that of now.
    staleTime: 0,
  })
  const people = data?.people ?? 0
  return (
    <div className="stack">
      {text}
      {error && <AskFailed error={error} again={refetch} />}
      {!data && !error && <Spinner>Counting the people with a seat</Spinner>}
      {data && people === 0 && <p>There are no people with a seat to notify.</p>}
      {data && people > 0 && (
        <>
          <Field label="Reason (optional)" hint="Part of the email.">
            {(control) => (
              <textarea
                className="input"
                rows={2}
                maxLength={500}
                dir="auto"
                {...control}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </Field>
          {data.groups.map(({ group, people: many, subject, paragraphs }, at) => (
            <details key={group} open={at === 0}>
              <summary>{`Email to ${counted(many, 'person', 'people')} ${groupWords[group]}`}</summary>
              <article className="letter stack gap-s">
                <h3 dir="auto">{subject}</h3>
                {paragraphs.map((paragraph) => (
                  <p key={paragraph} className="small as-written" dir="auto">
                    {paragraph}
                  </p>
                ))}
              </article>
            </details>
          ))}
        </>
      )}
      <div className="cluster">
        {people > 0 && (
          <button
            className="button button-primary"
            type="button"
            onClick={() => reply({ tell: { people, reason: reason.trim() } })}
          >
            {`${act} and email ${counted(people, 'person', 'people')}`}
          </button>
        )}
        <button
          className={`button button-${people > 0 ? 'secondary' : 'primary'}`}
          type="button"
          disabled={!data}
          onClick={() => reply({})}
        >
          {people > 0 ? `${act} without an email` : act}
        </button>
        <button className="button button-quiet" type="button" onClick={() => reply(undefined)}>
          Not now
        </button>
      </div>
    </div>
  )
}
