import { lazy, Suspense, useId, useState } from 'react'
import { countOf } from '#web/platform/words.ts'
import type { Inbox } from './useInbox.ts'

/** Seldom wanted: it comes when somebody asks for it. */
const ChangeOffer = lazy(() => import('./ChangeOffer.tsx'))

type OfferedProps = { inbox: Inbox; isOnly: boolean; isOld: boolean; refresh: () => unknown }

export function Offered({ inbox, isOnly, isOld, refresh }: OfferedProps) {
  const { me, eventName } = inbox
  const title = useId()
  const [isChanging, setChanging] = useState(false)
  const names = (fields: Inbox['me']['first']) => fields.map(({ name }) => name).join(', ')
  return (
    <section className="card stack" aria-labelledby={title}>
      <h2 className="heading-small" id={title}>
        What you offered{!isOnly && ` for ${eventName}`}
      </h2>
      <dl className="facts small stack gap-s">
        <div>
          <dt>At most</dt>
          <dd>
            <strong>{countOf(me.quota, 'abstract')}</strong>
          </dd>
        </div>
        {me.first.length > 0 && (
          <div>
            <dt>First field</dt>
            <dd>{names(me.first)}</dd>
          </div>
        )}
        {me.second.length > 0 && (
          <div>
            <dt>Also</dt>
            <dd>{names(me.second)}</dd>
          </div>
        )}
      </dl>
      <button
        className="button button-secondary button-block"
        type="button"
        disabled={isOld}
        onClick={() => setChanging(true)}
      >
        Change
        <span className="visually-hidden"> what you offer{!isOnly && ` for ${eventName}`}</span>
      </button>
      {isChanging && (
        <Suspense fallback={null}>
          <ChangeOffer
            inbox={inbox}
            onClose={() => setChanging(false)}
            onChanged={() => {
              setChanging(false)
              void refresh()
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
