import { useEffect, useState } from 'react'
import type { Draft } from '#web/platform/draft.ts'
import type { AbstractValues } from './api.ts'

/** What is kept on this device: everything typed, the version it began from, and the name of the file. */
export type KeptAbstract = { values: AbstractValues; version?: number | undefined; fileName?: string | undefined }

type Unsaved = KeptAbstract & { draft: Draft<KeptAbstract>; start: AbstractValues }

export const hasChanged = (values: AbstractValues, start: AbstractValues): boolean =>
  Object.entries(start).some(([name, text]) => values[name as keyof AbstractValues] !== text)

/** Keeps every letter on this device until it is sent, and says when it last did: `10:42`. Leaving with unsaved work asks first. */
export function useAutosave({ draft, start, values, version, fileName }: Unsaved): string | undefined {
  const [keptAt, setKeptAt] = useState<string>()
  const isUnsaved = fileName !== undefined || hasChanged(values, start)

  useEffect(() => {
    if (!isUnsaved) draft.clear()
    else {
      void draft.write({ values, version, fileName }).then((isKept) => {
        setKeptAt(isKept ? new Date().toTimeString().slice(0, 5) : undefined)
      })
    }
  }, [draft, values, version, fileName, isUnsaved])

  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])

  return isUnsaved ? keptAt : undefined
}
