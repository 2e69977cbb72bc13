import { useRef, useState } from 'react'
import type { AbstractSave, AbstractUpdate } from '#contract/abstracts/abstracts.ts'
import { abstractSections, type AbstractSection, pieceBytes } from '#contract/abstracts/rules.ts'
import * as calls from '#contract/calls/abstracts.ts'
import type { Call } from '#contract/heads.ts'
import { randomId, rowOf, type AnswerTo, type Ask } from '#web/platform/call.ts'
import { useStore } from '#web/platform/store.ts'
import { type Arrived, sendInPieces } from '#web/platform/uploads/pieces.ts'
import { retry } from '#web/platform/uploads/retry.ts'
import { upload } from '#web/platform/uploads/send.ts'
import { useAsking } from '#web/platform/useCall.ts'
import { type AbstractValues, idsOf } from './api.ts'
import { abstractFile } from './pieces.ts'
import { escaped, plainOf } from './richtext/html.ts'

export type Parcel = {
  values: AbstractValues
  subSpecId: number | undefined
  file: File
  /** 0 for a new abstract. */
  pk: number
  /** The version that the person began from. */
  version: number | undefined
}
export type Progress = { bytes: number; of: number; isWaiting: boolean }
export type SaveAnswer = AnswerTo<typeof AbstractSave>

/** Sends an abstract with its file: a large one in pieces first. After a lost connection it goes on by itself. */
export function useSaving() {
  const ask = useAsking()
  const ids = idsOf(useStore(({ auth }) => auth))
  const [progress, setProgress] = useState<Progress>()
  const stop = useRef<AbortController>(undefined)
  const keyOf = useSaveKey()

  const save = async (parcel: Parcel): Promise<SaveAnswer | 'cancelled'> => {
    const { file, pk } = parcel
    const one: Call<typeof AbstractSave | typeof AbstractUpdate> = pk ? calls.AbstractUpdate : calls.AbstractSave
    const { signal } = (stop.current = new AbortController())
    setProgress({ bytes: 0, of: file.size, isWaiting: false })
    const change = (changed: Partial<Progress>) => setProgress((now) => now && { ...now, ...changed })
    const watch = {
      signal,
      onProgress: (bytes: number) => change({ bytes: Math.min(bytes, file.size) }),
      onWaiting: (isWaiting: boolean) => change({ isWaiting }),
    }
    const answer = await ask(one, async (store): Promise<SaveAnswer> => {
      const arrived =
        file.size > pieceBytes ? await sendInPieces(store, { file, to: abstractFile(ids), watch }) : undefined
      if (arrived && 'failure' in arrived) return failureOf(arrived.failure)
      const sent = arrived ?? { AbstractFile: file }
      const input = { ...ids, ...fieldsOf(parcel), SaveKey: keyOf(parcel), ...sent } as Ask<typeof AbstractSave>
      return retry(() => upload(store, { call: one, input }, watch), { ...watch, tries: 1 })
    })
    setProgress(undefined)
    return signal.aborted ? 'cancelled' : answer
  }

  return { progress, save, cancel: () => stop.current?.abort() }
}

/** A retry of the same save carries the same key; changed by a letter it is another save. */
function useSaveKey() {
  const last = useRef<{ parcel: Parcel; key: string }>(undefined)
  return (parcel: Parcel): string => {
    const before = last.current?.parcel
    const isSame =
      before?.values === parcel.values &&
      before.file === parcel.file &&
      before.pk === parcel.pk &&
      before.version === parcel.version
    const key = (isSame && last.current?.key) || randomId()
    last.current = { parcel, key }
    return key
  }
}

/** A file that did not arrive whole fails the save. */
function failureOf(failure: Extract<Arrived, { failure: unknown }>['failure']): SaveAnswer {
  return rowOf(failure)?.Status === 'Success' ? { kind: 'failed' } : (failure as SaveAnswer)
}

/** As the specification sends them; the title is text here and HTML there. */
function fieldsOf({ values, subSpecId, pk, version }: Parcel): Record<string, string> {
  const { AbstractType, Speciality, SubSpeciality, Title } = values
  const sections = (Object.keys(abstractSections) as AbstractSection[]).flatMap((name) => [
    [name, values[name]],
    [`${name}Plain`, plainOf(values[name])],
  ])
  return {
    AbstractType,
    Speciality,
    SubSpeciality,
    SubSpecId: String(subSpecId ?? ''),
    Title: escaped(Title.trim()),
    TitlePlain: Title.trim(),
    ...(Object.fromEntries(sections) as Record<string, string>),
    pk: String(pk),
    ...(pk && version !== undefined && { Version: String(version) }),
  }
}
