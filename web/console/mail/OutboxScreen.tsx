import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { causes, causeWords } from '#contract/mail/letter-states.ts'
import { grouped } from '#contract/money.ts'
import { timeZoneOf, useMe } from '#web/console/accounts/me.ts'
import { call, type Reply } from '#web/console/call.ts'
import { useActKey, useEventId } from '#web/console/events/useEvent.ts'
import { useTitle } from '#web/console/layout/site.tsx'
import { OrderLink, PersonLink } from '#web/console/layout/things.tsx'
import { ask } from '#web/console/queries.ts'
import type { Column } from '#web/console/ui/DataTable.tsx'
import { EmailText } from '#web/console/ui/EmailText.tsx'
import { BulkBar, Filters, ListFilter, ListSearch } from '#web/console/ui/ListPage.tsx'
import { ListRows } from '#web/console/ui/ListRows.tsx'
import { NoEvent } from '#web/console/ui/NoEvent.tsx'
import { useList } from '#web/console/ui/useList.ts'
import { When, whenText } from '#web/console/ui/When.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { MailTabs } from './MailTabs.tsx'

type Row = Reply<'OutboxList'>['rows'][number]

const states = [
  ['', 'All letters'],
  ['waiting', 'Waiting'],
  ['sent', 'Delivered'],
  ['failed', 'Failed'],
  ['cancelled', 'Cancelled'],
  ['held', 'Held after a restore'],
] as const
const causeOptions = [['', 'Any reason'], ...causes.map((each) => [each, causeWords[each]] as const)] as const

/** Every letter of an event that went out, waits or failed. */
export default function OutboxScreen() {
  useTitle('Outbox')
  const eventId = useEventId(useMe())
  if (eventId !== undefined) return <Outbox key={eventId} eventId={eventId} />
  return <NoEvent title="Outbox" words="Letters belong to an event." />
}

function Outbox({ eventId }: { eventId: number }) {
  const timeZone = timeZoneOf(useMe(), eventId)
  const list = useList('OutboxList', {
    filters: ['eventId', 'state', 'cause', 'mailingId'],
    usual: { eventId: String(eventId), sort: '-createdAt' },
  })
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [open, setOpen] = useState<number>()
  const failures = list.reply?.failures ?? []
  const choose = (ids: number[], isChosen: boolean) =>
    setChosen((now) => new Set(isChosen ? [...now, ...ids] : [...now].filter((id) => !ids.includes(id))))
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Outbox</h1>
      </div>
      <MailTabs at="/console/mail/outbox" eventId={eventId} />
      {failures.length > 0 && (
        <Notice tone="wait">
          <p>
            <strong>Failed:</strong>{' '}
            {failures.map(({ cause, count }) => `${grouped(count)} ${causeWords[cause]}`).join(', ')}.
          </p>
        </Notice>
      )}
      <section className="card table-card" aria-label="Letters" aria-busy={list.isStale || undefined}>
        <Filters list={list}>
          <ListSearch list={list} label="Address or subject" />
          <ListFilter list={list} name="state" label="State" options={states} />
          <ListFilter list={list} name="cause" label="Reason" options={causeOptions} />
        </Filters>
        <ListRows
          list={list}
          caption="Letters"
          columns={columnsIn(timeZone, setOpen)}
          nameOf={({ subject }) => subject}
          usualSort="-createdAt"
          selection={{ chosen, choose }}
          orders={{ '-createdAt': 'the newest first', createdAt: 'the oldest first' }}
          empty={{ title: 'No letter yet', words: 'Receipts, reminders and what you write are here as they go out.' }}
        />
      </section>
      <Retry ids={[...chosen]} onDone={() => setChosen(new Set())} />
      {open !== undefined && <Opened id={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function columnsIn(timeZone: string, open: (id: number) => void): readonly [Column<Row>, ...Column<Row>[]] {
  return [
    {
      title: 'Letter',
      cell: ({ id, subject, isSecret }) =>
        isSecret ? (
          <span dir="auto">
            {subject} <span className="small soft">(not shown to anyone)</span>
          </span>
        ) : (
          <button className="button button-quiet" type="button" onClick={() => open(id)}>
            <span dir="auto">{subject}</span>
          </button>
        ),
    },
    {
      title: 'To',
      cell: ({ to, name, accountId }) =>
        name === null && accountId === null ? (
          <EmailText email={to} />
        ) : (
          <PersonLink accountId={accountId} name={name ?? to} />
        ),
    },
    {
      title: 'About',
      className: 'skip-mid skip-small',
      cell: ({ paymentCode }) => (paymentCode ? <OrderLink code={paymentCode} /> : ''),
    },
    { title: 'State', cell: (row) => <State row={row} timeZone={timeZone} /> },
    { title: 'Tries', className: 'number skip-mid', cell: ({ tries }) => tries },
    {
      title: 'When',
      className: 'figures',
      sorts: ['-createdAt', 'createdAt'],
      cell: ({ createdAt }) => <When at={createdAt} timeZone={timeZone} isInColumn />,
    },
  ]
}

function State({ row: { state, cause, nextTryAt }, timeZone }: { row: Row; timeZone: string }) {
  const words = {
    sent: 'Delivered',
    failed: `Failed: ${causeWords[cause ?? 'unknown']}`,
    cancelled: `Cancelled: ${causeWords[cause ?? 'unknown']}`,
    waiting: nextTryAt ? `Waiting, next try ${whenText(nextTryAt, timeZone)}` : 'Waiting',
    held: 'Held after a restore',
  }
  const status = { sent: 'accepted', failed: 'rejected', cancelled: 'draft', waiting: 'pending', held: 'draft' }[state]
  return (
    <span className="status-chip" data-status={status}>
      {words[state]}
    </span>
  )
}

/** Only those that were given up go again; of the others the answer says so. */
function Retry({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const client = useQueryClient()
  const keyOf = useActKey()
  const [said, setSaid] = useState('')
  const send = async () => {
    try {
      const { rows } = await call('LetterRetry', { ids: ids.slice(0, 200), actKey: keyOf({ ids, at: Date.now() }) })
      const again = rows.filter(({ outcome }) => outcome === 'again').length
      setSaid(`${grouped(again)} of ${grouped(rows.length)} are tried again.`)
      onDone()
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error))
    }
    void client.invalidateQueries({ queryKey: ['OutboxList'] })
  }
  return (
    <>
      <output className="small">{said}</output>
      <BulkBar count={ids.length} noun="letters" onClear={onDone}>
        <button className="button button-primary" type="button" onClick={() => void send()}>
          {`Try ${grouped(ids.length)} again`}
        </button>
      </BulkBar>
    </>
  )
}

/** That somebody read it is in the audit trail. */
function Opened({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error } = useQuery({ ...ask('LetterShow', { id }), staleTime: 'static' })
  return (
    <Dialog open onClose={onClose} title={data?.subject ?? 'Letter'}>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {data && (
        <div className="stack gap-s">
          <p className="small soft">{`To ${data.to}`}</p>
          <p className="lines" dir="auto">
            {data.text}
          </p>
          {data.lastError && <p className="small soft">{data.lastError}</p>}
          <p className="small soft">That you read it is in the audit trail.</p>
        </div>
      )}
      <button className="button button-secondary" type="button" onClick={onClose}>
        Close
      </button>
    </Dialog>
  )
}
