/** The last look: whom it is for is frozen, the count stands on the button, and above a hundred it is typed. */
import { useState } from 'react'
import { takeBackMinutes, typedAbove } from '#contract/mail/mailing-fields.ts'
import { grouped } from '#contract/money.ts'
import { TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Preview } from './Preview.tsx'
import { useMailingAct } from './useMailingAct.ts'
import { countedWords, type Mailing, people } from './words.ts'

export function Sending({ mailing, onBack }: { mailing: Mailing; onBack: () => void }) {
  const { eventId, id: mailingId, version, recipients, counted, audience, kind, subject, body } = mailing
  const { act, problems, isSending } = useMailingAct('MailingSend')
  const [at, setAt] = useState(0)
  const [typed, setTyped] = useState('')
  const [day, setDay] = useState('')
  const isTyped = recipients <= typedAbove || Number(typed.replaceAll(/[,\s]/g, '')) === recipients
  const send = () =>
    void act({
      eventId,
      mailingId,
      version,
      count: recipients,
      ...(recipients > typedAbove && { typedCount: Number(typed.replaceAll(/[,\s]/g, '')) || 0 }),
      ...(day && { sendAt: new Date(day).toISOString() }),
    })
  return (
    <div className="split">
      <section className="card stack" aria-labelledby="h-check">
        <div className="card-header">
          <h2 id="h-check">Check</h2>
          <strong className="figures">{people(recipients)}</strong>
        </div>
        {counted && <p className="small">{countedWords(counted)}</p>}
        <p>
          Look through some of the letters. Whom it is for no longer changes; the facts are filled in when each letter
          goes out.
        </p>
        <TextField
          label="When"
          type="datetime-local"
          hint={`Empty: in ${takeBackMinutes} minutes. By your own clock.`}
          error={problems.sendAt}
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
        {recipients > typedAbove && (
          <TextField
            label={`Type ${grouped(recipients)} to send it`}
            inputMode="numeric"
            autoComplete="off"
            error={problems.typedCount}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        {problems.form && (
          <Notice tone="bad" live>
            {problems.form}
          </Notice>
        )}
        <div className="cluster">
          <button className="button button-secondary" type="button" onClick={onBack}>
            <Icon name="back" /> Back to writing
          </button>
          <button
            className="button button-primary"
            type="button"
            disabled={!isTyped}
            aria-busy={isSending || undefined}
            onClick={send}
          >
            {`Send to ${grouped(recipients)}`}
          </button>
        </div>
        <p className="small soft">{`You can take it back for ${takeBackMinutes} minutes, and stop it at any time.`}</p>
      </section>
      <Preview letter={{ eventId, mailingId, audience, kind, subject, body }} at={at} onAt={setAt} />
    </div>
  )
}
