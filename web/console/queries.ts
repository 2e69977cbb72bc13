/** One place for everything that was asked of the server: kept, asked again when it may be old, and one way to be told no. */
import { MutationCache, type Query, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { type Ask, call, isRefused, isSignedOut, type OperationName, Refused } from './call.ts'
import { onChange } from './changes.ts'

const fresh = 15_000
const mostTries = 2

type WaysOut = {
  /** Takes whoever is signed out to the sign-in page. */
  leave: () => void
  /** Takes whoever must show or set up a second factor to its page. */
  toSecondFactor: () => void
}

export function makeQueryClient({ leave, toSecondFactor }: WaysOut): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) leave()
    if (isRefused(error, 'second_factor')) toSecondFactor()
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: fresh, retry: (failures, error) => failures < mostTries && isWorthRepeating(error) },
      // What may have arrived is not sent again by itself.
      mutations: { retry: false },
    },
  })
  onChange(({ name }) => {
    // After a sign-out nothing more is asked: each answer would be that nobody is signed in.
    if (name !== 'StaffSignOut') readAgain(client)
  })
  return client
}

/** After a change every answer is old: what was made must be in every list at once, and no list of what a change touches is ever complete. */
export function readAgain(client: QueryClient): void {
  // A question that was asked before the change, and is not answered yet, would be taken for the answer after it.
  const isBegun = (query: Query) => query.state.data === undefined && query.queryKey[0] !== 'StaffMe'
  void client.cancelQueries({ predicate: isBegun }).then(() => client.invalidateQueries())
}

/** A server that said no will say it again; one that was busy has been asked twice already. */
function isWorthRepeating(error: unknown): boolean {
  return !(error instanceof Refused)
}

/** A question to the server, under a name by which its answer is found again. */
export const ask = <Name extends OperationName>(name: Name, input: Ask<Name>) =>
  queryOptions({ queryKey: [name, input] as const, queryFn: () => call(name, input) })

export const askMe = () => ({ ...ask('StaffMe', {}), staleTime: 60_000 })
