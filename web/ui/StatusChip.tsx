const words = {
  draft: 'Draft',
  pending: 'Pending',
  'under-review': 'Under review',
  accepted: 'Accepted',
  rejected: 'Rejected',
  paid: 'Purchased',
  'pending-payment': 'Pending payment',
  'being-confirmed': 'Being confirmed',
  full: 'Full',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
} as const

export type Status = keyof typeof words
export const statuses = Object.keys(words) as Status[]

export function StatusChip({ status }: { status: Status }) {
  return (
    <span className="status-chip" data-status={status}>
      {words[status]}
    </span>
  )
}
