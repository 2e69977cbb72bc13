import { useEffect, useState } from 'react'
import { peopleCalls } from '#contract/people/heads.ts'
import { download } from '#web/platform/call.ts'
import { useWholeStore } from '#web/platform/store.ts'

/** The address of the person's picture, once it is here. `changedAt` is empty while they have none. */
export function useSavedPhoto(changedAt: string | undefined): string | undefined {
  const store = useWholeStore()
  const [address, setAddress] = useState<string>()

  useEffect(() => {
    if (!changedAt) return
    let made: string | undefined
    let isGone = false
    void download(store, peopleCalls.ProfilePhoto).then((photo) => {
      if (isGone || !photo) return
      made = URL.createObjectURL(photo)
      setAddress(made)
    })
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
      setAddress(undefined)
    }
  }, [store, changedAt])
  return address
}
