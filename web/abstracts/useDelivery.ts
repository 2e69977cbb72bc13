import { useRef } from 'react'
import { useDispatch } from 'react-redux'
import { abstractSections, type AbstractSection, abstractTexts, countWords } from '#contract/abstracts/rules.ts'
import * as calls from '#contract/calls/abstracts.ts'
import { isUnadmitted, rowOf } from '#web/platform/call.ts'
import type { Draft } from '#web/platform/draft.ts'
import { isUnanswered } from '#web/platform/uploads/retry.ts'
import { type AbstractValues, findSaved, noteFailure, type FieldName } from './api.ts'
import { plainOf } from './richtext/html.ts'
import { type Abstract, addAbstract } from './slice.ts'
import type { Listed } from './useAbstracts.ts'
import { hasChanged, type KeptAbstract } from './useAutosave.ts'
import { type Parcel, type SaveAnswer, useSaving } from './useSaving.ts'

export type Ends = {
  row: Abstract | undefined
  listed: Listed
  draft: Draft<KeptAbstract>
  onSaved: (pk: number, isLate: boolean) => void
  onClosed: () => void
}

/** What the form has to deal with: another text that is stored, or a sentence, perhaps about one field. */
type Outcome = { stored?: Abstract; sentence?: string; field?: FieldName | undefined } | undefined

const fieldOf: Record<string, FieldName> = {
  [abstractTexts.fileMissing]: 'File',
  [abstractTexts.fileTooLarge]: 'File',
  [abstractTexts.fileWrongType]: 'File',
  [abstractTexts.fileUnsafe]: 'File',
  [abstractTexts.uploadGone]: 'File',
  [abstractTexts.typeMissing]: 'AbstractType',
  [abstractTexts.specialityMissing]: 'Speciality',
  [abstractTexts.subSpecialityMissing]: 'SubSpeciality',
  [abstractTexts.titleMissing]: 'Title',
}

/** Sends what was written, and sees to it that it arrives once. */
export function useDelivery(ends: Ends) {
  const { row, listed, onClosed } = ends
  const saving = useSaving()
  const arrive = useArriving(ends)
  const earlier = useUncertain(listed)
  const save = row ? calls.AbstractUpdate : calls.AbstractSave

  const deliver = async (parcel: Omit<Parcel, 'pk'>): Promise<Outcome> => {
    const { values } = parcel
    const found = row ? undefined : await earlier.find(values)
    const answer = await saving.save({
      ...parcel,
      pk: row?.pk ?? 0,
      ...(found && { pk: found.pk, version: found.Version }),
    })
    if (answer === 'cancelled') return undefined
    const status = rowOf(answer)?.Status
    if (status === 'Success') {
      await arrive(answer, values)
      return undefined
    }
    if (isUnanswered(answer)) {
      earlier.note(values)
      noteFailure(save)
      // Silence is only noted, as the specification has it; a server that answered is repeated.
      if (answer.kind === 'failed') return undefined
    }
    if (status === abstractTexts.closed) {
      onClosed()
      return undefined
    }
    return refusalOf(answer, listed)
  }
  return { saving, deliver }
}

async function refusalOf(answer: SaveAnswer, listed: Listed): Promise<Outcome> {
  const status = rowOf(answer)?.Status
  if (status === abstractTexts.conflict && answer.kind === 'reply' && answer.reply.Stored) {
    return { stored: answer.reply.Stored }
  }
  // Whoever has to sign in again finds everything as it was.
  if (isUnadmitted(answer)) return undefined
  if (status === abstractTexts.gone || status === abstractTexts.locked) await listed.refresh()
  // What a person can do something about is said as the server says it.
  const sentence = (answer.kind === 'refused' ? answer.sentence : status) || abstractTexts.failed
  return { sentence, field: fieldOf[sentence] }
}

export const sectionNames = Object.keys(abstractSections) as AbstractSection[]

/** Words of each section and of all. */
export function wordsIn(values: AbstractValues) {
  const each = Object.fromEntries(sectionNames.map((name) => [name, countWords(plainOf(values[name]))])) as Record<
    AbstractSection,
    number
  >
  return { each, total: Object.values(each).reduce((sum, words) => sum + words, 0) }
}

/** Finds the abstract that was saved in the list, and hands it on. */
function useArriving({ listed, draft, row, onSaved }: Ends) {
  const dispatch = useDispatch()
  return async (answer: SaveAnswer, values: AbstractValues) => {
    const { pk = row?.pk, Version = 1, IsLate = false } = rowOf(answer) ?? {}
    const rows = await listed.refresh()
    const saved = rows?.find((one) => one.pk === pk) ?? (pk ? undefined : findSaved(rows ?? [], values))
    await forget(draft, values)
    if (saved) return onSaved(saved.pk, IsLate)
    if (pk === undefined) return
    // It is safely there although the list could not be had.
    if (!row) dispatch(addAbstract(asSaved({ pk, Version }, values)))
    onSaved(pk, IsLate)
  }
}

/** What was typed meanwhile, here or in another tab with the same abstract, is not sent yet and stays. */
async function forget(draft: Draft<KeptAbstract>, sent: AbstractValues): Promise<void> {
  const kept = await draft.read().catch(() => undefined)
  if (!kept || !hasChanged(kept.values, sent)) draft.clear()
}

const asSaved = (known: Pick<Abstract, 'pk' | 'Version'>, values: AbstractValues): Abstract => ({
  ...known,
  ...values,
  AbstractType: values.AbstractType as Abstract['AbstractType'],
  TitlePlain: values.Title,
  Status: '',
  AbstractLevel: 0,
  Words: wordsIn(values).total,
  FileName: '',
  FileSize: 0,
  SavedAt: new Date().toISOString(),
})

/** A new abstract whose answer got lost may be there already: what is sent next must not become a second one. */
function useUncertain({ abstracts, refresh }: Listed) {
  const lost = useRef<{ values: AbstractValues; known: number[] }>(undefined)
  return {
    note: (values: AbstractValues) => {
      lost.current ??= { values, known: abstracts.map(({ pk }) => pk) }
    },
    find: async (values: AbstractValues): Promise<Abstract | undefined> => {
      // The same text carries the same key, and needs no search.
      if (!lost.current || lost.current.values === values) return undefined
      const { values: sent, known } = lost.current
      return findSaved((await refresh())?.filter(({ pk }) => !known.includes(pk)) ?? [], sent)
    },
  }
}
