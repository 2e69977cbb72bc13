import { useEffect, useMemo, useRef, useState, type ChangeEvent, type CompositionEvent } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import * as calls from '#contract/calls/people.ts'
import { type ProfileFieldName, photoField, profileTexts } from '#contract/people/profile-fields.ts'
import type { ProfileCreate } from '#contract/people/profiles.ts'
import { isOver, rowOf, type Answer, type Ask } from '#web/platform/call.ts'
import type { Draft } from '#web/platform/draft.ts'
import { useStore } from '#web/platform/store.ts'
import { useCall } from '#web/platform/useCall.ts'
import { showAlert } from '#web/platform/visit.ts'
import {
  anchorOf,
  changesOf,
  fieldOf,
  isAboutPhoto,
  type KeptValues,
  missingIn,
  fieldsWith,
  type FormField,
  type Problems,
  type ProfileReply,
  type ProfileValues,
  typedInto,
  valuesFrom,
} from './api.ts'
import { usePhoto } from './usePhoto.ts'

type Begun = { reply: ProfileReply; kept: KeptValues | undefined; draft: Draft<KeptValues> }
type TextInput = HTMLInputElement | HTMLTextAreaElement
type TypedEvent = ChangeEvent<TextInput> | CompositionEvent<TextInput>

/** The form from the first letter to the answer of the server. */
export function useProfileForm({ reply, kept, draft }: Begun) {
  const profile = reply.Table[0]
  const photoChangedAt = (profile ?? reply.Earlier)?.PhotoChangedAt
  const applicantId = useStore(({ auth }) => auth.applicantId)
  const photo = usePhoto(applicantId)
  const { values, change, forget } = useKeptValues({ reply, kept, draft })
  const [problems, setProblems] = useState<Problems>({})
  const [isListed, setListed] = useState(false)
  const { isSending, trouble, send } = useSending()

  const forgive = (field: FormField) => {
    if (problems[field]) setProblems({ ...problems, [field]: undefined })
  }

  const submit = async () => {
    const missing = missingIn(values, Boolean(photo.chosen ?? photoChangedAt))
    const found = photo.wrong ? { ...missing, Photo: photo.wrong.sentence } : missing
    setProblems(found)
    const [first] = fieldsWith(found)
    if (first) {
      setListed(true)
      return elementAt(first)?.scrollIntoView({ block: 'center' })
    }
    const status = await send({ values, picture: await photo.file(), isNew: !profile }, () => {
      forget()
      photo.remove()
    })
    if (status === undefined || !isAboutPhoto(status)) return
    setProblems({ Photo: status })
    goTo('Photo')
  }

  return {
    photo,
    /** Of the picture that the server has, be it from an earlier event. */
    photoChangedAt,
    profile,
    values,
    problems,
    isListed,
    isSending,
    trouble,
    submit,
    forgive,
    change: (name: ProfileFieldName, text: string) => {
      change(name, text)
      forgive(name)
    },
    closeList: (field = fieldsWith(problems)[0]) => {
      setListed(false)
      // When the dialog has closed, and given the focus back to the button.
      if (field) setTimeout(() => goTo(field))
    },
    startAfresh: () => {
      forget()
      photo.remove()
      setProblems({})
    },
  }
}

export type ProfileFormState = ReturnType<typeof useProfileForm>

/** What is typed, and its copy in the browser until it is sent. */
function useKeptValues({ reply, kept, draft }: Begun) {
  const start = useMemo(() => valuesFrom(reply), [reply])
  const [values, setValues] = useState({ ...start, ...kept })

  useEffect(() => {
    const changes = changesOf(values, start)
    if (Object.keys(changes).length === 0) draft.clear()
    else void draft.write(changes)
  }, [values, start, draft])

  return {
    values,
    change: (name: ProfileFieldName, text: string) => setValues((now) => ({ ...now, [name]: text })),
    forget: () => {
      draft.clear()
      setValues(start)
    },
  }
}

type Finished = { values: ProfileValues; picture: File | undefined; isNew: boolean }

/** Sends it. What the server says about the picture is handed back; everything else is told here. */
function useSending() {
  const call = useCall()
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const who = useStore(({ auth }) => auth)
  const [isSending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const isBusy = useRef(false)

  const send = async ({ values, picture, isNew }: Finished, onSent: () => void): Promise<string | undefined> => {
    // A second click before the answer must not send twice.
    if (isBusy.current) return undefined
    isBusy.current = true
    setSending(true)
    setTrouble(undefined)
    const ids = { UserID: who.userId, EventID: who.eventId || undefined, ApplicantID: who.applicantId || undefined }
    const asked = { ...ids, ...values, ...(picture && { [photoField]: picture }) }
    const answer = await call(calls.ProfileCreate, asked as Ask<typeof ProfileCreate>)
    isBusy.current = false
    setSending(false)
    const status = rowOf(answer)?.Status
    if (status === 'Success') {
      dispatch(showAlert(isNew ? profileTexts.created : 'Profile updated'))
      await navigate('/profile')
      onSent()
    } else if (!isOver(calls.ProfileCreate, answer) && !(status && isAboutPhoto(status))) {
      dispatch(showAlert(profileTexts.failed))
      setTrouble(reasonOf(answer))
    }
    return status
  }
  return { isSending, trouble, send }
}

/** What a person can do something about is said as the server says it. */
function reasonOf(answer: Answer): string {
  const hasReason = answer.kind === 'refused' && [400, 413, 429, 503].includes(answer.status)
  return hasReason && answer.sentence ? answer.sentence : profileTexts.failed
}

/** The text as its field takes it, with the caret where it was. While letters are being put together nothing is taken away. */
export function takeTyped(name: ProfileFieldName, event: TypedEvent, change: ProfileFormState['change']): void {
  const { currentTarget: input, nativeEvent, type } = event
  if (type !== 'compositionend' && (nativeEvent as InputEvent).isComposing) return change(name, input.value)
  const { text, caret } = typedInto(fieldOf(name), { text: input.value, caret: input.selectionStart })
  if (text !== input.value) {
    input.value = text
    if (caret !== null) input.setSelectionRange(caret, caret)
  }
  change(name, text)
}

const elementAt = (field: FormField) => document.getElementById(anchorOf(field))

function goTo(field: FormField): void {
  const element = elementAt(field)
  const control = element?.matches('fieldset') ? element.querySelector('input') : element
  element?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}
