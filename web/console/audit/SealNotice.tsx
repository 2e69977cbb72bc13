import { useQuery } from '@tanstack/react-query'
import { grouped } from '#contract/money.ts'
import { ask } from '#web/console/queries.ts'
import { When } from '#web/console/ui/When.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** Whether the trail is as it was written, as far as the seals say. */
export function SealNotice({ timeZone }: { timeZone: string }) {
  const { data } = useQuery(ask('SealState', {}))
  if (!data) return null
  const { acts, seal, check } = data
  if (!seal)
    return (
      <Notice>
        <p>Nothing is sealed yet. The first seal is made within the hour.</p>
      </Notice>
    )
  if (check && check.broken.length > 0)
    return (
      <Notice tone="bad">
        <p>
          <strong>The audit trail was changed by hand.</strong> Ask your system administrator, and keep the emails with
          the seals.
        </p>
        <ul>
          {check.broken.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Notice>
    )
  return (
    <Notice tone={check ? 'good' : 'info'}>
      <p>
        {check && <strong>Nothing was changed or removed. </strong>}
        {acts === null ? 'All acts are' : `${grouped(acts)} ${acts === 1 ? 'act' : 'acts'},`} sealed until{' '}
        <When at={seal.sealedAt} timeZone={timeZone} isInSentence />
        {check ? (
          <>
            ; looked at, and mailed to the owners, <When at={check.checkedAt} timeZone={timeZone} isInSentence />.
          </>
        ) : (
          '. The seals are looked at every night.'
        )}
      </p>
      <details className="small">
        <summary>Seal {seal.number}</summary>
        <code className="wrap-anywhere">{seal.digest}</code>
      </details>
    </Notice>
  )
}
