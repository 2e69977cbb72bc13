import { type Status, StatusChip, statuses } from '#web/ui/StatusChip.tsx'

/** The status as the server words it; one that we do not know by its look is shown plainly. */
export function AbstractStatus({ status }: { status: string }) {
  const known = status.toLowerCase().replaceAll(' ', '-')
  const found = statuses.find((each): each is Status => each === known)
  return found ? <StatusChip status={found} /> : <span className="status-chip">{status}</span>
}
