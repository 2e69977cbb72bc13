import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Ask, call, type OperationName, Refused, type Reply } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'
import { ask } from '#web/console/queries.ts'
import { useShortcuts } from '#web/console/ui/Shortcuts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { BlindText, OriginalText } from './BlindText.tsx'
import { CopyPages } from './CopyPages.tsx'
import { Findings } from './Findings.tsx'
import { hasTwoTexts, isSafeFile, type Redaction } from './redaction-words.ts'
import { WrittenByHand } from './WrittenByHand.tsx'

type RedactingProps = {
  eventId: number
  redaction: Redaction
  turn: string
  /** Whether the person has worked on one here: then they go on at the top of the next. */
  takesFocus: boolean
  onWorked: () => void
  onDone: () => void
}
type Act = 'RedactionSave' | 'RedactionAsk'

/** One version of one abstract: both texts, what was found, and the release. */
export function Redacting({ eventId, redaction, turn, takesFocus, onWorked, onDone }: RedactingProps) {
  const { abstractId, version, saves, number, findings, state } = redaction
  const [hidden, setHidden] = useState(() => findings.map(({ isHidden }) => isHidden))
  const [withFile, setWithFile] = useState(() => isSafeFile(redaction))
  const { act, problem, isSending } = useRedactionAct(eventId, abstractId)
  const heading = useHeadingFocus(takesFocus)
  const one = { eventId, abstractId, version }
  const chosen = {
    hide: hidden.flatMap((isHidden, finding) => (isHidden ? [finding] : [])),
    ...(redaction.file.state === 'copy' && { file: withFile ? ('copy' as const) : ('none' as const) }),
  }
  const release = async () => {
    onWorked()
    await act('RedactionSave', { ...one, saves, ...chosen, release: true }, onDone)
  }
  const setAll = (isHidden: boolean) => () => setHidden(findings.map(() => isHidden))
  const isPreparing = state === 'preparing'
  useShortcuts({
    h: setAll(true),
    l: setAll(false),
    s: () => setWithFile(!withFile),
    ...(!isPreparing && !isSending && { r: () => void release() }),
  })
  return (
    <div className="redacting stack gap-l">
      <div className="cluster">
        <h2 ref={heading} tabIndex={-1}>
          {number}, version {version}
        </h2>
        <span className="status-chip" data-status={isPreparing ? 'draft' : 'pending-payment'}>
          {isPreparing ? 'Being prepared' : findings.length === 1 ? '1 finding' : `${findings.length} findings`}
        </span>
        <span className="small soft push">{turn}</span>
      </div>
      <SideBySide
        eventId={eventId}
        redaction={redaction}
        hidden={hidden}
        onSave={(byHand) => {
          onWorked()
          return act('RedactionSave', { ...one, saves, ...chosen, byHand, release: false })
        }}
      />
      <Findings
        eventId={eventId}
        redaction={redaction}
        chosen={{ hidden, withFile }}
        onHide={(finding, isHidden) => setHidden(hidden.map((was, at) => (at === finding ? isHidden : was)))}
        onFile={setWithFile}
      />
      {problem && (
        <Notice tone="bad" live>
          <p>{problem}</p>
        </Notice>
      )}
      <SaveBar
        redaction={redaction}
        isBusy={isPreparing || isSending}
        onAsk={() => void act('RedactionAsk', one)}
        onRelease={() => void release()}
      />
    </div>
  )
}

type SideBySideProps = {
  eventId: number
  redaction: Redaction
  hidden: readonly boolean[]
  onSave: (byHand: NonNullable<Ask<'RedactionSave'>['byHand']>) => Promise<boolean>
}

/** The text that reviewers will read beside the pages that they will see; where there are no pages, beside what the author wrote. */
function SideBySide({ eventId, redaction, hidden, onSave }: SideBySideProps) {
  const [isWriting, setWriting] = useState(false)
  const { file } = redaction
  const hasPages = file.state === 'copy' && file.pages > 0
  const isChanged = hasTwoTexts(redaction)
  const asWritten = isChanged && (
    <section className="card stack" aria-labelledby="h-original">
      <h3 id="h-original">What the author wrote</h3>
      <OriginalText redaction={redaction} />
    </section>
  )
  return (
    <div className="compare" data-with={hasPages ? 'pages' : undefined}>
      {!hasPages && asWritten}
      <section className="card stack" aria-labelledby="h-blind">
        <h3 id="h-blind">What reviewers will read</h3>
        {!isChanged && <p className="small soft">Nothing was found in it. It is as the author wrote it.</p>}
        {isWriting ? (
          <WrittenByHand
            redaction={redaction}
            onClose={() => setWriting(false)}
            onSave={async (byHand) => {
              if (await onSave(byHand)) setWriting(false)
            }}
          />
        ) : (
          <>
            <BlindText redaction={redaction} hidden={hidden} />
            <button
              className="button button-quiet"
              type="button"
              disabled={redaction.state === 'preparing'}
              onClick={() => setWriting(true)}
            >
              <Icon name="edit" /> Write it by hand
            </button>
          </>
        )}
      </section>
      {hasPages && <CopyPages eventId={eventId} redaction={redaction} />}
      {hasPages && asWritten}
    </div>
  )
}

type SaveBarProps = { redaction: Redaction; isBusy: boolean; onAsk: () => void; onRelease: () => void }

function SaveBar({ redaction: { version, askedAt }, isBusy, onAsk, onRelease }: SaveBarProps) {
  return (
    <div className="save-bar">
      <span className="small">
        Version {version} only: another version comes back here before reviewers see it.{' '}
        <span className="by-keys">
          Keys: <kbd>R</kbd> looks clean, release and next; <kbd>H</kbd> hide all, <kbd>L</kbd> leave all, <kbd>S</kbd>{' '}
          send the file or not, <kbd>,</kbd> and <kbd>.</kbd> pages, <kbd>J</kbd> skip.
        </span>
      </span>
      {askedAt ? (
        <span className="small soft">The author was asked for another file.</span>
      ) : (
        <button className="button button-quiet" type="button" disabled={isBusy} onClick={onAsk}>
          Ask the author for a blind file
        </button>
      )}
      <button className="button button-primary" type="button" disabled={isBusy} onClick={onRelease}>
        Release and next
      </button>
    </div>
  )
}

/** Whoever works by keyboard stands at the top of the one that comes next; not at the first, which nobody asked for. */
function useHeadingFocus(takesFocus: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) heading.current?.focus()
  }, [takesFocus])
  return heading
}

/** Shows what came back, also where somebody was quicker; the queue is read again. */
function useRedactionAct(eventId: number, abstractId: number) {
  const client = useQueryClient()
  const keyOf = useActKey()
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const { mutateAsync } = useMutation({
    mutationFn: ({ name, wish }: { name: Act; wish: Ask<OperationName> }) => call(name, wish as Ask<Act>),
  })
  const { queryKey } = ask('RedactionShow', { eventId, abstractId })
  const show = (answer: unknown) => client.setQueryData(queryKey, answer as Reply<'RedactionShow'>)
  const act = async <Name extends Act>(
    name: Name,
    wish: Omit<Ask<Name>, 'actKey'>,
    goOn?: () => void,
  ): Promise<boolean> => {
    setProblem('')
    setSending(true)
    try {
      const answer = await mutateAsync({ name, wish: { ...wish, actKey: keyOf(wish) } as Ask<Name> })
      await client.invalidateQueries({ queryKey: ['RedactionQueue'] })
      if (goOn) {
        // It stays busy until the next one is here: a key that is pressed before would release this one again.
        void client.invalidateQueries({ queryKey, refetchType: 'none' })
        goOn()
        return true
      }
      show(answer)
      setSending(false)
      return true
    } catch (error) {
      if (error instanceof Refused && error.body.stored) show(error.body.stored)
      setProblem(error instanceof Error ? error.message : String(error))
      setSending(false)
      return false
    }
  }
  return { act, problem, isSending }
}
