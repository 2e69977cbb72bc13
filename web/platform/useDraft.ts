import { useEffect, useMemo, useState } from 'react'
import { openDraft, type Draft } from './draft.ts'
import { useStore, useWholeStore } from './store.ts'

export type Found<Kept> = { draft: Draft<Kept>; isRead: boolean; kept: Kept | undefined }

/** What this person had begun here before, once it has been read. */
export function useDraft<Kept>(what: string): Found<Kept> {
  const { session } = useWholeStore()
  const owner = useStore((state) => session.of(state).owner)
  const draft = useMemo(() => openDraft<Kept>(owner, what), [owner, what])
  const [found, setFound] = useState<{ draft: Draft<Kept>; kept: Kept | undefined }>()

  useEffect(() => {
    let isGone = false
    // A browser that cannot read it has nothing for us; the person starts empty.
    const nothing = () => undefined
    void draft
      .read()
      .catch(nothing)
      .then((kept) => !isGone && setFound({ draft, kept }))
    return () => {
      isGone = true
    }
  }, [draft])
  return { draft, isRead: found?.draft === draft, kept: found?.kept }
}
