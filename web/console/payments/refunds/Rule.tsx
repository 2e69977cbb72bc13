/** What the college asks of two people. An owner changes it; everybody of finance sees it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paisaInRupee, rupees } from '#contract/money.ts'
import { type Me, mayIn } from '#web/console/accounts/me.ts'
import { useMoneyAct } from '#web/console/payments/useMoneyAct.ts'
import { ask } from '#web/console/queries.ts'
import { FormEnd } from '#web/console/ui/Form.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'

export function Rule({ me }: { me: Me }) {
  const { data } = useQuery(ask('FinanceRule', {}))
  const [isEditing, setEditing] = useState(false)
  if (!data) return null
  return (
    <section className="card stack" aria-labelledby="h-rule">
      <h2 className="heading-small" id="h-rule">
        Two people for money
      </h2>
      {data.alone ? (
        <Notice tone="wait">
          <p>This college lets one person record and confirm. Each time it counted is marked.</p>
        </Notice>
      ) : (
        <p className="small">
          Cash, drafts and payouts are confirmed by somebody else, and refunds above {rupees(data.refundAloneUpTo)} too.
        </p>
      )}
      {mayIn(me, 'team.grant', undefined) &&
        (isEditing ? (
          <Editing rule={data} onDone={() => setEditing(false)} />
        ) : (
          <div>
            <button className="button button-quiet" type="button" onClick={() => setEditing(true)}>
              Change this
            </button>
          </div>
        ))}
    </section>
  )
}

type Saved = { version: number; alone: boolean; refundAloneUpTo: number }

function Editing({ rule, onDone }: { rule: Saved; onDone: () => void }) {
  const { act, problems, isSending } = useMoneyAct('FinanceRuleSave')
  const [alone, setAlone] = useState(rule.alone)
  const [sum, setSum] = useState(String(rule.refundAloneUpTo / paisaInRupee))
  const paisa = /^\d{1,9}$/.test(sum) ? Number(sum) * paisaInRupee : undefined
  const save = async () => {
    if (paisa === undefined) return
    const saved = await act({ version: rule.version, alone, refundAloneUpTo: paisa })
    if (saved) onDone()
  }
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <label className="check">
        <input type="checkbox" checked={alone} onChange={({ target }) => setAlone(target.checked)} />
        One person may record and confirm
      </label>
      <TextField
        label="Refunds by one person, up to rupees"
        inputMode="numeric"
        value={sum}
        error={paisa === undefined ? 'Please write a whole number of rupees.' : undefined}
        onChange={({ target }) => setSum(target.value.trim())}
      />
      <FormEnd action="Save the rule" tone="secondary" problem={problems.form} isSending={isSending} onClose={onDone} />
    </form>
  )
}
