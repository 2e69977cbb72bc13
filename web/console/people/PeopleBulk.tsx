import { lazy, Suspense, useState } from 'react'
import { grouped } from '#contract/money.ts'
import { mostExtensions } from '#contract/people/people-words.ts'
import { type Me, mayIn } from '#web/console/accounts/me.ts'
/** What can be done with many people at once: with those who were chosen one by one, or with all that fit the filter. */
import { Link } from '#web/console/layout/Link.tsx'
import { letterTo } from '#web/console/mail/address.ts'
import type { Selection } from '#web/console/ui/DataTable.tsx'
import { ExportButton } from '#web/console/ui/ExportButton.tsx'
import { BulkBar } from '#web/console/ui/ListPage.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { Many, PersonRow } from './words.ts'

const ExtendMany = lazy(() => import('./ExtendMany.tsx'))

type Listed = {
  rows: readonly PersonRow[]
  /** As the list is filtered now. */
  filter: Record<string, string>
  total: number
  totalIsExact: boolean
}

/** All of them stay chosen only while the filter and the count are those that were seen. */
export function useSelection({ rows, filter, total }: Listed, isOffered: boolean) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [all, setAll] = useState('')
  const seen = JSON.stringify([filter, total])
  const isAll = all === seen
  const chosen = rows.filter(({ id }) => isAll || ids.has(id)).map(({ id }) => id)
  const selection: Selection = {
    chosen: new Set(chosen),
    choose: (changed, isChosen) => {
      setAll('')
      setIds(new Set([...chosen.filter((id) => !changed.includes(id)), ...(isChosen ? changed : [])]))
    },
  }
  const many: Many | undefined = isAll ? { filter, expected: total } : chosen.length > 0 ? { ids: chosen } : undefined
  return {
    selection: isOffered ? selection : undefined,
    many,
    selectAll: () => setAll(seen),
    clear: () => {
      setAll('')
      setIds(new Set())
    },
  }
}

type BulkProps = {
  me: Me
  eventId: number
  list: Listed
  selected: ReturnType<typeof useSelection>
  /** Of the list, where somebody chose some: the file has no others. */
  shown: { columns: string } | undefined
}

export function PeopleBulk({ me, eventId, list: { total, totalIsExact, rows }, selected, shown }: BulkProps) {
  const [isExtending, setExtending] = useState(false)
  const { many, selectAll, clear } = selected
  if (!many) return null
  const count = 'ids' in many ? many.ids.length : many.expected
  const canTakeAll = 'ids' in many && totalIsExact && total > rows.length
  const people = 'ids' in many ? { eventId: String(eventId), ids: many.ids.join(',') } : many.filter
  const file = { ...people, ...shown }
  return (
    <>
      <BulkBar count={count} noun={count === 1 ? 'person' : 'people'} onClear={clear}>
        {canTakeAll && (
          <button className="button button-quiet" type="button" onClick={selectAll}>
            Select all {grouped(total)}
          </button>
        )}
        {mayIn(me, 'mail.write', eventId) && (
          <Link className="button button-secondary" to={letterTo(eventId, many)}>
            <Icon name="mail" /> Write
          </Link>
        )}
        {mayIn(me, 'people.edit', eventId) && count <= mostExtensions && (
          <button className="button button-secondary" type="button" onClick={() => setExtending(true)}>
            <Icon name="clock" /> Extend a deadline
          </button>
        )}
        {mayIn(me, 'export', eventId) && (
          <ExportButton
            key={JSON.stringify(file)}
            list="PeopleList"
            filter={file}
            count={grouped(count)}
            expected={count}
            isShort
          />
        )}
      </BulkBar>
      <Suspense fallback={null}>
        {isExtending && (
          <ExtendMany eventId={eventId} many={many} count={count} onClose={() => setExtending(false)} onDone={clear} />
        )}
      </Suspense>
    </>
  )
}
