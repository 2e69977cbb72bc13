import { useState } from 'react'
import { mostReviseDays } from '#contract/selection/words.ts'
import { counted } from '#web/console/events/words.ts'
import { outcomeWords } from '#web/console/selection/decisions/decision-words.ts'
import type { Asked, useDecide } from '#web/console/selection/decisions/useDecide.ts'
import { FormEnd } from '#web/console/ui/Form.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Field.tsx'

type AskMoreProps = { asked: Asked; decider: ReturnType<typeof useDecide>; today: string }

const later = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The day until which it is revised, or why it is decided with so few reviews. */
export function AskMore({ asked, decider, today }: AskMoreProps) {
  const { rows, wish, problems } = asked
  const [reviseUntil, setDay] = useState(wish.reviseUntil ?? later(today, 14))
  const [reason, setReason] = useState('')
  const isRevision = wish.outcome === 'revise'
  const send = () =>
    void decider.send(rows, { ...wish, ...(isRevision && { reviseUntil }), ...(reason.trim() !== '' && { reason }) })
  return (
    <Dialog open onClose={decider.forget} title={wish.outcome ? outcomeWords[wish.outcome] : 'Undecided'} typed>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {isRevision && (
          <TextField
            label="Until the end of"
            type="date"
            min={later(today, 1)}
            max={later(today, mostReviseDays)}
            hint={`At most ${mostReviseDays} days. The author changes it in the same form as before.`}
            error={problems.reviseUntil}
            value={reviseUntil}
            onChange={({ target }) => setDay(target.value)}
          />
        )}
        {problems.reason && (
          <TextField
            label="Why"
            hint={`${problems.reason} Seen by staff, not by the author.`}
            maxLength={1000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        <FormEnd
          action={`Keep for ${counted(rows.length, 'abstract')}`}
          problem={undefined}
          isSending={decider.isSending}
          onClose={decider.forget}
        />
      </form>
    </Dialog>
  )
}
