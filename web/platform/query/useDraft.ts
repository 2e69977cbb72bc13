import { useMemo } from 'react'
import { openDraft, type Draft } from '../draft.ts'
import { useStore, useWholeStore } from '../store.ts'
import { useQuery } from './useQuery.ts'

export type Found<Kept> = { draft: Draft<Kept>; isRead: boolean; kept: Kept | undefined }

/** What this person had begun here before, once it has been read. */
export function useDraft<Kept>(what: string): Found<Kept> {
  const { session } = useWholeStore()
  const owner = useStore((state) => session.of(state).owner)
  const draft = useMemo(() => openDraft<Kept>(owner, what), [owner, what])
  const { data } = useQuery({
    queryKey: ['draft', owner, what],
    // A browser that cannot read it has nothing for us; the person starts empty.
    queryFn: async () => ({ kept: await draft.read().catch(() => undefined) }),
    staleTime: Infinity,
  })
  return { draft, isRead: data !== undefined, kept: data?.kept }
}
