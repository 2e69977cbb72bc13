import { useEffect } from 'react'
import * as calls from '#contract/calls/people.ts'
import { useEventNamed } from '#web/layout/content.tsx'
import { download } from '#web/platform/call.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { useWholeStore } from '#web/platform/store.ts'

/** The address of the person's picture, once it is here. `changedAt` is empty while they have none. */
export function useSavedPhoto(changedAt: string | undefined): string | undefined {
  const store = useWholeStore()
  const { EventID } = useEventNamed()
  const { data: address } = useQuery({
    queryKey: ['ProfilePhoto', changedAt],
    enabled: Boolean(changedAt),
    staleTime: Infinity,
    queryFn: async (signal) => {
      const photo = await download(store, calls.ProfilePhoto, EventID ? { EventID: String(EventID) } : {})
      // Nobody would take the picture out of the memory again.
      signal.throwIfAborted()
      return photo && URL.createObjectURL(photo)
    },
  })
  useEffect(() => {
    if (address) return () => URL.revokeObjectURL(address)
    return undefined
  }, [address])
  return address
}
