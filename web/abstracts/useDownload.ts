import { useState } from 'react'
import * as calls from '#contract/calls/abstracts.ts'
import { useEventNamed } from '#web/layout/content.tsx'
import { download } from '#web/platform/call.ts'
import { useWholeStore } from '#web/platform/store.ts'
import { noteFailure } from './api.ts'
import type { Abstract } from './slice.ts'

/** Saves the attached file. It has no address that anybody could follow: the token goes with the question. */
export function useDownload({ pk, FileName }: Abstract, eventId?: number) {
  const store = useWholeStore()
  const named = useEventNamed()
  const of = eventId ?? named.EventID
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const file = await download(store, calls.AbstractDownload, {
      pk: String(pk),
      ...(of && { EventID: String(of) }),
    })
    setBusy(false)
    if (!file) return noteFailure(calls.AbstractDownload)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = FileName
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  }
  return { isBusy, save }
}
