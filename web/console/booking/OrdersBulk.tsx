/** What can be done with several orders of a page at once. */
import { lazy, Suspense, useState } from 'react'
import { BulkBar } from '#web/console/ui/ListPage.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { Way } from './ManyOrders.tsx'
import type { OrderRow } from './words.tsx'

const ManyOrders = lazy(() => import('./ManyOrders.tsx'))

/** Of which orders each makes sense. The server looks again, at each of them. */
const fits: Record<Way, (row: OrderRow) => boolean> = {
  hold: ({ state }) => state === 'held' || state === 'lapsed',
  send: ({ state, receipt }) => state === 'paid' && receipt !== null,
  cancel: ({ state }) => state === 'held' || state === 'paying',
}

type BulkProps = { eventId: number; chosen: readonly OrderRow[]; onClear: () => void }

export function OrdersBulk({ eventId, chosen, onClear }: BulkProps) {
  const [asked, setAsked] = useState<{ way: Way; rows: readonly OrderRow[] }>()
  const ask = (way: Way) => setAsked({ way, rows: chosen.filter(fits[way]) })
  const can = (way: Way) => chosen.some(fits[way])
  return (
    <>
      <BulkBar count={chosen.length} noun={chosen.length === 1 ? 'order' : 'orders'} onClear={onClear}>
        {can('hold') && (
          <button className="button button-secondary" type="button" onClick={() => ask('hold')}>
            <Icon name="clock" /> Hold for longer
          </button>
        )}
        {can('send') && (
          <button className="button button-secondary" type="button" onClick={() => ask('send')}>
            <Icon name="mail" /> Send the receipt again
          </button>
        )}
        {can('cancel') && (
          <button className="button button-secondary" type="button" onClick={() => ask('cancel')}>
            Cancel
          </button>
        )}
      </BulkBar>
      <Suspense fallback={null}>
        {asked && (
          <ManyOrders
            {...asked}
            eventId={eventId}
            onClose={() => setAsked(undefined)}
            onDone={() => {
              setAsked(undefined)
              onClear()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
