import type { ExceptionRow } from './exception-words.ts'

export function StateChip({ exception: { resolvedAt } }: { exception: Pick<ExceptionRow, 'resolvedAt'> }) {
  return (
    <span className="status-chip" data-status={resolvedAt ? 'accepted' : 'rejected'}>
      {resolvedAt ? 'Resolved' : 'Open'}
    </span>
  )
}
