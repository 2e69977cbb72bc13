import { useState } from 'react'
import { draftsLike, openDraft } from '#web/platform/draft.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { useStore } from '#web/platform/store.ts'
import type { KeptAbstract } from './useAutosave.ts'
import { newDrafts } from './useWizard.ts'

export type BegunAbstract = { name: string; title: string }

const none: BegunAbstract[] = []

/** New abstracts that this person has begun on this device and not sent; not the one that is being written. */
export function useBegun(butNot: string | undefined) {
  const applicantId = useStore(({ auth }) => auth.applicantId)
  const [discarded, setDiscarded] = useState<string[]>([])
  const { data: begun = none } = useQuery({
    queryKey: ['begun', applicantId, butNot],
    queryFn: () => read(applicantId, butNot),
  })

  return {
    begun: begun.filter(({ name }) => !discarded.includes(name)),
    discard: (name: string) => {
      openDraft(applicantId, name).clear()
      setDiscarded((names) => [...names, name])
    },
  }
}

async function read(applicantId: string, butNot: string | undefined): Promise<BegunAbstract[]> {
  const names = (await draftsLike(applicantId, newDrafts)).filter((name) => name !== butNot)
  const found = await Promise.all(
    names.map(async (name) => {
      // A browser that cannot read it has nothing for us.
      const kept = await openDraft<KeptAbstract>(applicantId, name)
        .read()
        .catch(() => undefined)
      return kept ? [{ name, title: kept.values.Title.trim() || 'Without a title yet' }] : []
    }),
  )
  return found.flat()
}
