/** The state of a list is its address: a link shows a colleague the same rows, and Back goes back. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { ExportList } from '#contract/export-lists.ts'
import { rowsAtOnce } from '#contract/list-size.ts'
import type { Ask, Reply } from '#web/console/call.ts'
import { ask } from '#web/console/queries.ts'

/** Every list of the console; some of them can be exported too. */
export type ListName =
  | Exclude<ExportList, 'ReviewExport'>
  | 'WorkshopsOfEvent'
  | 'OfflineList'
  | 'ClosingsList'
  | 'MailingsList'
  | 'OutboxList'
  | 'ReviewerList'
  | 'ConflictList'
type Row<Name extends ListName> = Reply<Name>['rows'][number]

type ListPlan = {
  /** The filters that the address may name. */
  filters: readonly string[]
  /** What holds where the address says nothing. `any` in the address takes it off. */
  usual: Record<string, string>
}

const any = 'any'

/** Cards on a phone are as high as six rows. */
const rowsOnPhone = 20
const rowsHere = (): number => (globalThis.matchMedia?.('(width < 48rem)').matches ? rowsOnPhone : rowsAtOnce)

export function useList<Name extends ListName>(name: Name, { filters, usual }: ListPlan) {
  const [address, setAddress] = useSearchParams()
  // A filter chosen a moment ago may not have been drawn yet when a search that is being typed is put beside it.
  const latest = useRef(address)
  useEffect(() => {
    latest.current = address
  }, [address])
  const position = usePosition()
  const values = Object.fromEntries(['search', 'sort', ...filters].map((key) => [key, inAddress(address, key, usual)]))
  const filter = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== any))
  const cursor = address.get('cursor') ?? ''
  const question = { ...filter, ...(cursor && { cursor }), limit: rowsHere() } as Ask<Name>
  const answer = useQuery({ ...ask(name, question), placeholderData: keepPreviousData })
  const list = answer.data as Reply<Name> | undefined

  /** A new search begins at its first page. `replace` is for what is still being typed. */
  const change = (changes: Record<string, string>, { replace = false } = {}) => {
    latest.current = changed(latest.current, { changes, usual })
    setAddress(latest.current, { replace })
  }

  return {
    /** As they stand in the address, or as usual. */
    values,
    /** Search, filters and order, as an export takes them. */
    filter,
    change,
    clear: () =>
      setAddress(new URLSearchParams([...address].filter(([key, value]) => key === 'eventId' || usual[key] === value))),
    // The event that a screen is about narrows nothing, also where the address names it.
    isNarrowed: [...filters, 'search'].some(
      (key) => key !== 'eventId' && address.has(key) && address.get(key) !== usual[key],
    ),
    /** The whole answer, for what stands beside the rows. */
    reply: list,
    rows: (list?.rows ?? []) as Row<Name>[],
    total: list?.total ?? 0,
    totalIsExact: list?.totalIsExact ?? true,
    isLoading: answer.isPending,
    /** What is shown is of the question before. */
    isStale: answer.isPlaceholderData,
    error: answer.error,
    again: () => void answer.refetch(),
    before: position.before,
    // Of rows that are on their way out, the end is no place to go on from.
    toNext:
      list?.next && !answer.isPlaceholderData
        ? () => position.go({ cursor: list.next as string, before: position.before + list.rows.length })
        : undefined,
    toPrevious: cursor ? position.back : undefined,
  }
}

function changed(now: URLSearchParams, { changes, usual }: { changes: Record<string, string>; usual: object }) {
  const next = new URLSearchParams(now)
  next.delete('cursor')
  for (const [key, value] of Object.entries(changes)) {
    const usually = (usual as Record<string, string>)[key] ?? ''
    if (value === usually) next.delete(key)
    else next.set(key, value === '' ? any : value)
  }
  return next
}

/** `any` where nothing narrows anyway says no more than silence. */
function inAddress(address: URLSearchParams, key: string, usual: Record<string, string>): string {
  const named = address.get(key)
  return named === any && !usual[key] ? '' : (named ?? usual[key] ?? '')
}

/** How many rows lie before this page: known to the history of the browser, and not to a link from elsewhere. */
function usePosition() {
  const { state, search } = useLocation() as { state: { before?: number } | null; search: string }
  const navigate = useNavigate()
  const withCursor = (cursor: string) => {
    const next = new URLSearchParams(search)
    if (cursor) next.set('cursor', cursor)
    else next.delete('cursor')
    return `?${next}`
  }
  return {
    before: state?.before ?? 0,
    go: ({ cursor, before }: { cursor: string; before: number }) =>
      void navigate(withCursor(cursor), { state: { before } }),
    back: () => void (state?.before ? navigate(-1) : navigate(withCursor(''))),
  }
}
