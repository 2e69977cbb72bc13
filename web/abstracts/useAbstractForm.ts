import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { abstractLimits, abstractTexts, sectionTooLong } from '#contract/abstracts/rules.ts'
import { plainAsTyped, plainText } from '#contract/plain-text.ts'
import type { Draft } from '#web/platform/draft.ts'
import { useStore } from '#web/platform/store.ts'
import { showAlert } from '#web/platform/visit.ts'
import { type AbstractValues, type FieldName, type Problems, titleOf } from './api.ts'
import type { Abstract } from './slice.ts'
import { type KeptAbstract, useAutosave } from './useAutosave.ts'
import { useChosenFile } from './useChosenFile.ts'
import { type Ends, sectionNames, useDelivery, wordsIn } from './useDelivery.ts'
import { useSpecialities } from './useSpecialities.ts'

export type Begun = Ends & { draft: Draft<KeptAbstract>; kept: KeptAbstract | undefined }

const fieldNames: readonly FieldName[] = ['File', 'AbstractType', 'Speciality', 'SubSpeciality', 'Title']
const fieldsIn = (problems: Problems): FieldName[] => fieldNames.filter((field) => problems[field])

/** Where a link to a field goes. */
export const anchorOf = (field: FieldName): string => `abstract-${field}`

/** What the form begins with. */
export const valuesFrom = (row: Abstract | undefined): AbstractValues => ({
  AbstractType: row?.AbstractType ?? '',
  Speciality: row?.Speciality ?? '',
  SubSpeciality: row?.SubSpeciality ?? '',
  Title: row ? titleOf(row) : '',
  BackGround: row?.BackGround ?? '',
  Material: row?.Material ?? '',
  Results: row?.Results ?? '',
  Discussion: row?.Discussion ?? '',
})

/** In the order of the specification: the file first, also when editing. */
export function missingIn(values: AbstractValues, hasFile: boolean): Problems {
  return {
    ...(!hasFile && { File: abstractTexts.fileMissing }),
    ...(!values.AbstractType && { AbstractType: abstractTexts.typeMissing }),
    ...(!values.Speciality && { Speciality: abstractTexts.specialityMissing }),
    ...(!values.SubSpeciality && { SubSpeciality: abstractTexts.subSpecialityMissing }),
    ...(!plainText(values.Title) && { Title: abstractTexts.titleMissing }),
  }
}

/** The form from the first letter to the answer of the server. */
export function useAbstractForm(begun: Begun) {
  const { row, draft, kept } = begun
  const [start] = useState(() => valuesFrom(row))
  const [values, setValues] = useState(kept?.values ?? start)
  const [version, setVersion] = useState(kept?.version ?? row?.Version)
  const [problems, setProblems] = useState<Problems>({})
  const [trouble, setTrouble] = useState<string>()
  const [stored, setStored] = useState<Abstract>()
  const file = useChosenFile(kept?.fileName)
  const options = useSpecialities(values.Speciality)
  const keptAt = useAutosave({ draft, start, values, version, fileName: file.name })
  const { saving, deliver } = useDelivery(begun)
  const lead = useLead()

  const show = (found: Problems, alert?: string) => {
    setProblems(found)
    lead(fieldsIn(found)[0], alert)
  }

  const send = async (base: number | undefined) => {
    if (!file.file || saving.progress) return
    setTrouble(undefined)
    const subSpecId = options.subSpecialities.find(({ Description }) => Description === values.SubSpeciality)?.id
    const outcome = await deliver({ values, subSpecId, file: file.file, version: base })
    if (outcome?.stored) setStored(outcome.stored)
    if (!outcome?.sentence) return
    if (!outcome.field) setTrouble(outcome.sentence)
    show(outcome.field ? { [outcome.field]: outcome.sentence } : {}, abstractTexts.failed)
  }

  const next = async () => {
    const missing = missingIn(values, file.file !== undefined)
    if (fieldsIn(missing).length > 0) return show(missing, missing.File)
    const long = sectionNames.find((name) => values[name].length > abstractLimits.section)
    setTrouble(long && sectionTooLong(long))
    // The button may be far from where the sentence stands.
    if (long) return show({}, sectionTooLong(long))
    setProblems({})
    await send(version)
  }

  const change = (changed: Partial<AbstractValues>) => {
    const { Title } = changed
    setValues((now) => ({ ...now, ...changed, ...(Title && { Title: plainAsTyped(Title) }) }))
    if (fieldsIn(problems).some((field) => field in changed)) {
      setProblems({ ...problems, ...Object.fromEntries(Object.keys(changed).map((name) => [name, undefined])) })
    }
  }

  return {
    isNew: !row,
    values,
    problems,
    trouble,
    keptAt,
    options,
    file,
    saving,
    next,
    change,
    words: wordsIn(values),
    chooseFile: (chosen: File) => setProblems({ ...problems, File: file.choose(chosen) }),
    startAfresh: () => {
      file.clear()
      setProblems({})
      setVersion(row?.Version)
      setValues(start)
    },
    conflict: useConflict({ stored, values, setValues }, (choice, theirs) => {
      setStored(undefined)
      if (choice === 'later') return
      setVersion(theirs.Version)
      if (choice === 'mine') void send(theirs.Version)
    }),
  }
}

export type AbstractFormState = ReturnType<typeof useAbstractForm>

type Choice = 'mine' | 'theirs' | 'later'
type Sides = { stored: Abstract | undefined; values: AbstractValues; setValues: (values: AbstractValues) => void }

/** After a change elsewhere: mine over theirs, theirs, or not now. What is given up can be brought back. */
function useConflict({ stored, values, setValues }: Sides, onSettled: (choice: Choice, theirs: Abstract) => void) {
  const [given, setGiven] = useState<AbstractValues>()
  return {
    stored,
    isGivenUp: given !== undefined,
    settle: (choice: Choice) => {
      if (!stored) return
      onSettled(choice, stored)
      if (choice !== 'theirs') return
      setGiven(values)
      setValues(valuesFrom(stored))
    },
    bringBack: () => {
      if (given) setValues(given)
      setGiven(undefined)
    },
  }
}

/** Leads to a field, after the alert has been closed if there is one. */
function useLead() {
  const dispatch = useDispatch()
  const alerts = useStore(({ visit }) => visit.alerts.length)
  const goal = useRef<FieldName>(undefined)
  useEffect(() => {
    if (alerts > 0 || !goal.current) return
    const field = goal.current
    goal.current = undefined
    // When the dialog has given the focus back to the button.
    setTimeout(() => focusOn(field))
  }, [alerts])
  return (field: FieldName | undefined, alert: string | undefined) => {
    goal.current = alert === undefined ? undefined : field
    if (alert !== undefined) dispatch(showAlert(alert))
    else if (field) focusOn(field)
  }
}

function focusOn(field: FieldName): void {
  const element = document.getElementById(anchorOf(field))
  const control = element?.matches('fieldset') ? element.querySelector('input') : element
  element?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}
