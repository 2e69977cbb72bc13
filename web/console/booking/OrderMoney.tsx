/** What moved, and every try to pay with the words of the bank. */
import { moneyText } from '#contract/money.ts'
import { type Column, DataTable } from '#web/console/ui/DataTable.tsx'
import { When } from '#web/console/ui/When.tsx'
import type { Order } from './words.tsx'

const kinds: Record<string, string> = { capture: 'Captured', refund: 'Given back', payout: 'Paid out' }
const gateways: Record<string, string> = { cash: 'Cash at the desk', draft: 'Bank draft' }

export function Money({ order: { ledger, timeZone } }: { order: Order }) {
  return (
    <section className="card table-card" aria-labelledby="h-money">
      <div className="card-header">
        <h2 id="h-money">Money</h2>
        <span className="small soft">every movement, once</span>
      </div>
      {ledger.length === 0 ? (
        <p className="soft card-line">No money has moved.</p>
      ) : (
        <DataTable
          caption="Movements of money of this order"
          columns={columnsIn(timeZone)}
          rows={ledger.map((entry, id) => ({ id, ...entry }))}
          nameOf={({ reference }) => reference}
        />
      )}
    </section>
  )
}

type Entry = Order['ledger'][number] & { id: number }

function columnsIn(timeZone: string): readonly [Column<Entry>, ...Column<Entry>[]] {
  return [
    { title: 'What', cell: ({ kind }) => kinds[kind] ?? kind },
    { title: 'By', cell: ({ gateway }) => gateways[gateway] ?? `Card, ${gateway}` },
    { title: 'Bank number', className: 'figures', cell: ({ reference }) => reference },
    {
      title: 'When',
      className: 'figures',
      cell: ({ recordedAt }) => <When at={recordedAt} timeZone={timeZone} isInColumn />,
    },
    { title: 'Amount', className: 'number', cell: ({ money }) => moneyText(money) },
  ]
}

type Try = Order['tries'][number]
const tryStates: Record<Try['state'], { words: string; tone: string | undefined }> = {
  created: { words: 'Begun', tone: 'wait' },
  registered: { words: 'At the bank', tone: 'wait' },
  captured: { words: 'Captured', tone: 'good' },
  failed: { words: 'Declined', tone: 'bad' },
  cancelled: { words: 'Called off', tone: undefined },
  abandoned: { words: 'Left', tone: undefined },
}

export function Tries({ order: { tries, timeZone } }: { order: Order }) {
  if (tries.length === 0) return null
  return (
    <section className="card stack" aria-labelledby="h-tries">
      <h2 id="h-tries">Tries to pay</h2>
      <ol className="timeline">
        {tries.map((each) => (
          <li key={each.id} data-tone={tryStates[each.state].tone}>
            <span>
              <strong>{tryStates[each.state].words}</strong>, {moneyText(each.money)}
              {each.words && `, ${each.code ? `code ${each.code}: ` : ''}${each.words}`}
            </span>
            <span className="small soft">
              <When at={each.createdAt} timeZone={timeZone} />
              {`, ${each.reference}${each.transactionId ? `, transaction ${each.transactionId}` : ''}`}
            </span>
            {each.said.length > 0 && <Said said={each.said} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Said({ said }: Pick<Try, 'said'>) {
  return (
    <details className="small">
      <summary>What the bank said</summary>
      {said.map(({ at, source, fact }) => (
        <pre className="bank-words" key={`${at} ${source}`}>
          <code>{`${at} ${source}\n${fact}`}</code>
        </pre>
      ))}
    </details>
  )
}
