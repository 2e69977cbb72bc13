/** The one way in which a screen reads: asked when it is drawn, asked again as it says, and forgotten when nobody looks any more. */
import { hashKey, QueryClient, useQuery as useKeptQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useCallback, useEffect, useId } from 'react'
import { type Store, useWholeStore } from '../store.ts'

/** `queryFn` gives nothing when there was no answer: what was known before stays. */
type Question<Found> = Pick<
  UseQueryOptions<Found>,
  'enabled' | 'refetchInterval' | 'refetchOnWindowFocus' | 'staleTime' | 'gcTime'
> & { queryKey: readonly unknown[]; queryFn: (signal: AbortSignal) => Promise<Found | undefined> }

/** One for each visit, made by whoever asks first: a page that asks nothing does not load it. */
const clients = new WeakMap<Store, QueryClient>()

function clientOf(store: Store): QueryClient {
  const client =
    clients.get(store) ??
    new QueryClient({
      defaultOptions: {
        queries: {
          // What is worth a second try is decided where it is sent.
          retry: false,
          // A browser that thinks it is offline is asked to try: otherwise nobody would be told that it failed.
          networkMode: 'always',
          refetchOnWindowFocus: false,
          refetchOnReconnect: false,
          gcTime: 0,
        },
      },
    })
  clients.set(store, client)
  return client
}

/** Asked anew by every screen: what another one read a moment ago may be what this person has just changed. */
export function useQuery<Found>({ queryKey, ...question }: Question<Found>) {
  return useSharedQuery({ ...question, queryKey: [...queryKey, useId()] })
}

/** All who ask under the same key get one answer. */
export function useSharedQuery<Found>({ queryKey, queryFn, ...options }: Question<Found>) {
  const client = clientOf(useWholeStore())
  const { data, isFetching, dataUpdatedAt, errorUpdatedAt, refetch } = useKeptQuery(
    { ...options, queryKey, queryFn: async ({ signal }) => (await queryFn(signal)) ?? unanswered() },
    client,
  )
  // While somebody asks, it listens for people who come back to the page.
  useEffect(() => {
    client.mount()
    return () => client.unmount()
  }, [client])

  const hash = hashKey(queryKey)
  /** What there is now; nothing when it could not be had. */
  const refresh = useCallback(async (): Promise<Found | undefined> => {
    // An answer that is under way may be older than what was just changed.
    await client.cancelQueries({ predicate: ({ queryHash }) => queryHash === hash })
    const found = await refetch()
    // Screens hear of it one turn later; whoever goes on from here finds the page drawn with it.
    await new Promise((resume) => setTimeout(resume))
    return found.isError ? undefined : found.data
  }, [client, hash, refetch])
  return {
    data,
    isFetching,
    /** When it was last answered. */
    dataUpdatedAt,
    /** The newest try got no answer. */
    hasFailed: errorUpdatedAt > dataUpdatedAt,
    refresh,
  }
}

function unanswered(): never {
  throw new Error('There was no answer.')
}
