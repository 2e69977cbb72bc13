import { useState } from 'react'
import type { AuthorList } from '#contract/abstracts/authors.ts'
import { abstractTexts } from '#contract/abstracts/rules.ts'
import * as calls from '#contract/calls/abstracts.ts'
import { busyWord } from '#web/platform/call.ts'
import type { Found } from '#web/platform/query/useDraft.ts'
import { useStore } from '#web/platform/store.ts'
import { useCall } from '#web/platform/useCall.ts'
import { idsOf } from './api.ts'
import { type AuthorProblems, type Authors, type KeptAuthors, listOf, problemsOf, rowsOf } from './authors.ts'

const nothingWrong: AuthorProblems = { rows: new Map() }

/** The list as it is changed and saved. Every change is kept on the device until the server has it. */
export function useAuthors(pk: number, list: AuthorList, { draft, kept }: Found<KeptAuthors>) {
  const call = useCall()
  const { EventID, ApplicantID } = idsOf(useStore(({ auth }) => auth))
  const [version, setVersion] = useState(kept?.version ?? list.version)
  const [values, setValues] = useState<Authors>(() => rowsOf(kept ?? list))
  const [problems, setProblems] = useState(nothingWrong)
  const [failures, setFailures] = useState(0)
  const [stored, setStored] = useState<AuthorList>()
  const [isSaving, setSaving] = useState(false)
  const [state, setState] = useState<'read' | 'kept' | 'changed' | 'saved'>(kept ? 'kept' : 'read')

  const change = (changed: Partial<Authors>) => {
    const next = { ...values, ...changed }
    setValues(next)
    setProblems(nothingWrong)
    setState('changed')
    void draft.write({ version, ...listOf(next) })
  }

  const take = (saved: Pick<AuthorList, 'version' | 'authors' | 'notTo'>) => {
    setVersion(saved.version)
    setValues(rowsOf(saved))
    setProblems(nothingWrong)
    setState('read')
    draft.clear()
  }

  const refuse = (found: AuthorProblems) => {
    setProblems(found)
    setFailures((count) => count + 1)
  }

  const save = async (asOf = version) => {
    if (isSaving) return
    const found = problemsOf(values)
    if (found.form || found.rows.size > 0) return refuse(found)
    setSaving(true)
    setProblems(nothingWrong)
    const answer = await call(calls.AuthorsSave, {
      EventID,
      ApplicantID,
      pk,
      version: asOf,
      ...listOf(values),
    })
    setSaving(false)
    const reply = answer.kind === 'reply' ? answer.reply : undefined
    if (reply?.status === 'Success') {
      setVersion(reply.version ?? asOf)
      setState('saved')
      draft.clear()
    } else if (reply?.status === abstractTexts.conflict && reply.stored) setStored(reply.stored)
    else refuse({ ...nothingWrong, form: reply?.status ?? busyWord(answer) ?? unsaved })
  }

  /** Somebody saved it meanwhile, and the person decides; later is the next time that they save. */
  const settle = (which: 'mine' | 'theirs' | 'later') => {
    setStored(undefined)
    if (!stored) return
    if (which === 'theirs') take(stored)
    if (which === 'mine') void save(stored.version)
  }

  return { values, problems, failures, isSaving, state, change, save, settle, stored, forget: () => take(list) }
}

export type AuthorsState = ReturnType<typeof useAuthors>

const unsaved = 'It was not saved: no answer came. What you typed is kept on this device; please try again.'
