/** Where a new letter is written, to people who were chosen elsewhere: one by one, or by the filter of the list of people. */
type Chosen = { ids: readonly number[] } | { filter: Record<string, string> }

export function letterTo(eventId: number, chosen: Chosen): string {
  const address = new URLSearchParams({ eventId: String(eventId) })
  if ('ids' in chosen) address.set('ids', chosen.ids.join(','))
  else address.set('fits', JSON.stringify(chosen.filter))
  return `/console/mail?${address}`
}

/** Whom the address names; what is not of the list of people is left out, and the server reads the rest. */
export function chosenIn(address: URLSearchParams): { ids?: number[]; filter?: Record<string, unknown> } {
  const ids = (address.get('ids') ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0)
  if (ids.length > 0) return { ids }
  const fits = filterIn(address.get('fits'))
  return fits ? { filter: fits } : {}
}

function filterIn(text: string | null): Record<string, unknown> | undefined {
  if (text === null) return undefined
  try {
    const { eventId: _event, sort: _sort, workshopId, ...rest } = JSON.parse(text) as Record<string, string>
    return { ...rest, ...(workshopId && { workshopId: Number(workshopId) }) }
  } catch {
    // Cut off by whoever passed the link on: then nobody is chosen.
    return undefined
  }
}
