/** The draft of a page: kept on the device with every letter, saved on the server in every pause, and never written over another's. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, Refused, type Reply } from '#web/console/call.ts'
import { draftOwner } from '#web/console/platform/drafts.ts'
import { ask } from '#web/console/queries.ts'
import { openDraft } from '#web/platform/draft.ts'
import { type Body, type Path, withValue } from './editing.ts'

export type PageState = Reply<'PageShow'>
export type Saving = 'saved' | 'typing' | 'saving' | 'failed'
/** `base`: what the writing began with, by which two versions are brought together. */
type Kept = { body: Body; version: number; base?: Body | undefined }
export type PageConflict = { base: Body | undefined; stored: PageState; sentence: string }

/** How long a pause in the typing is before it is saved. */
const pause = 1200

export const seenOf = ({ draft }: PageState): number => draft?.version ?? 0
export const wordsOf = ({ draft, published }: PageState): Body => draft?.body ?? published?.body ?? {}
export const whichOf = ({ page, eventId }: PageState) => ({ page, ...(eventId !== null && { eventId }) })

type Shown = { body: Body; saving: Saving; failure: string; conflict: PageConflict | undefined }
const calm = { saving: 'saved', failure: '', conflict: undefined } as const

const begun = (body: Body, version: number) => ({
  body,
  base: body as Body | undefined,
  version,
  timer: 0,
  isSaving: false,
  isStopped: false,
})

/** To be used under a key of page and event: what was read at first is what the writing begins with. */
export function usePageDraft(state: PageState, accountId: number) {
  const client = useQueryClient()
  const [shown, setShown] = useState<Shown>(() => ({ body: wordsOf(state), ...calm }))
  const show = (change: Partial<Shown>) => setShown((before) => ({ ...before, ...change }))
  /** What was typed last, and what the server has, as far as we know. */
  const now = useRef(begun(shown.body, seenOf(state)))
  const { mutateAsync } = useMutation({
    mutationFn: (sent: Omit<Kept, 'base'>) => call('PageDraftSave', { ...whichOf(state), ...sent }),
  })

  const save = async (): Promise<boolean> => {
    clearTimeout(now.current.timer)
    if (now.current.isSaving || now.current.isStopped) return false
    const sent = { body: now.current.body, version: now.current.version }
    now.current.isSaving = true
    show({ saving: 'saving' })
    try {
      now.current.version = (await mutateAsync(sent)).version
      now.current.base = sent.body
      await client.invalidateQueries({ queryKey: keyOf(state) })
      // What was typed meanwhile is saved next.
      if (now.current.body !== sent.body) later()
      else {
        device.current?.clear()
        show({ saving: 'saved', failure: '' })
      }
      return true
    } catch (error) {
      if (error instanceof Refused && error.status === 409) collide(error.body.stored as PageState, error.message)
      show({ saving: 'failed', failure: error instanceof Error ? error.message : String(error) })
      return false
    } finally {
      now.current.isSaving = false
    }
  }
  const later = () => {
    clearTimeout(now.current.timer)
    show({ saving: 'typing' })
    now.current.timer = window.setTimeout(() => void save(), pause)
  }
  const collide = (stored: PageState, sentence: string) => {
    now.current.isStopped = true
    show({ conflict: { base: now.current.base, stored, sentence } })
  }
  const change = (path: Path, value: unknown) => {
    const body = withValue(now.current.body, path, value) as Body
    now.current.body = body
    show({ body })
    void device.current?.write({ body, version: now.current.version, base: now.current.base })
    if (!now.current.isStopped) later()
  }
  const device = useDeviceCopy(state, accountId, {
    timer: now,
    found: (kept) => {
      if (JSON.stringify(kept.body) === JSON.stringify(now.current.body)) return device.current?.clear()
      now.current.body = kept.body
      show({ body: kept.body })
      if (kept.version === now.current.version) return later()
      now.current.base = kept.base
      collide(state, 'The page was changed since you wrote this.')
    },
  })
  /** Goes on from what the server has: after another's words were taken, or the draft was published or thrown away. */
  const begin = (from: PageState) => {
    clearTimeout(now.current.timer)
    Object.assign(now.current, { body: wordsOf(from), base: wordsOf(from), version: seenOf(from), isStopped: false })
    device.current?.clear()
    show({ body: wordsOf(from), ...calm })
    client.setQueryData(keyOf(state), from)
    for (const name of ['PageHistory', 'PagesList']) void client.invalidateQueries({ queryKey: [name] })
  }
  /** Of both versions, what was chosen. */
  const saveBoth = ({ stored }: PageConflict, body: Body) => {
    Object.assign(now.current, { body, base: wordsOf(stored), version: seenOf(stored), isStopped: false })
    show({ body, conflict: undefined })
    void device.current?.write({ body, version: seenOf(stored), base: wordsOf(stored) })
    client.setQueryData(keyOf(state), stored)
    void save()
  }
  return { ...shown, begin, saveBoth, save, collide, change, version: () => now.current.version }
}

const keyOf = (state: PageState) => ask('PageShow', whichOf(state)).queryKey

type Found = { timer: { current: { timer: number } }; found: (kept: Kept) => void }

/** What was typed here and never reached the server: a browser that died, a session that ended. */
function useDeviceCopy(state: PageState, accountId: number, { timer, found }: Found) {
  const device = useRef<ReturnType<typeof openDraft<Kept>>>(undefined)
  useEffect(() => {
    const opened = openDraft<Kept>(draftOwner(accountId), `page-${state.page}-${state.eventId ?? 0}`)
    device.current = opened
    void opened
      .read()
      // A browser that cannot read it has nothing for us.
      .catch(() => undefined)
      .then((kept) => {
        if (device.current === opened && kept) found(kept)
      })
    const leaving = timer.current
    return () => clearTimeout(leaving.timer)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each page: what is read later must not write over what is typed
  }, [])
  return device
}

export type PageDraft = ReturnType<typeof usePageDraft>
