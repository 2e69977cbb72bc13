import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { likenessStates } from '#contract/selection/words.ts'
import { RichText } from '#web/abstracts/editor/RichText.tsx'
import type { Reply } from '#web/console/call.ts'
/** Pairs of abstracts that say much the same, side by side, and what becomes of them. */
import { Link } from '#web/console/layout/Link.tsx'
import { ask } from '#web/console/queries.ts'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SelectField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { abstractAddress, likenessText, plainNumber, StateChip } from './abstract-words.tsx'
import { Duplicate, Merge, type Which } from './Joining.tsx'

type Pair = Reply<'LikenessList'>['pairs'][number]
type Alike = Pair['a']
type State = Pair['state']

const stateWords: Record<State, string> = { new: 'To look at', same: 'The same work', different: 'Not the same' }

export function AlikePairs({ eventId, mayDecide }: { eventId: number; mayDecide: boolean }) {
  const [address, setAddress] = useSearchParams()
  const state = likenessStates.find((each) => each === address.get('alike')) ?? 'new'
  const asked = useQuery(ask('LikenessList', { eventId, state }))
  const pairs = asked.data?.pairs
  return (
    <section className="stack" aria-labelledby="h-alike">
      <div className="card-header">
        <h2 id="h-alike">These look alike</h2>
        <SelectField
          label="Show"
          value={state}
          onChange={({ target }) => {
            const next = new URLSearchParams(address)
            next.set('alike', target.value)
            setAddress(next, { replace: true })
          }}
        >
          {likenessStates.map((each) => (
            <option key={each} value={each}>
              {stateWords[each]}
            </option>
          ))}
        </SelectField>
      </div>
      {asked.error && <AskFailed error={asked.error} again={asked.refetch} />}
      {pairs?.length === 0 && (
        <EmptyState title={state === 'new' ? 'No two look alike' : 'None'}>
          <p>Texts are compared every night, and after review has begun.</p>
        </EmptyState>
      )}
      {pairs?.map((pair) => (
        <PairCard key={`${pair.a.abstractId} ${pair.b.abstractId}`} {...{ pair, eventId, mayDecide }} />
      ))}
    </section>
  )
}

type PairProps = { pair: Pair; eventId: number; mayDecide: boolean }

function PairCard({ pair: { a, b, share, state, isSameOwner }, eventId, mayDecide }: PairProps) {
  const [isOpen, setOpen] = useState(false)
  const id = `alike-${a.abstractId}-${b.abstractId}`
  return (
    <article className="card stack" aria-labelledby={id}>
      <header className="cluster gap-s">
        <h3 id={id}>
          <span className="visually-hidden">{`${a.number} and ${b.number}: `}</span>
          {likenessText(share)}
        </h3>
        {isSameOwner && (
          <span className="status-chip" data-status="pending">
            Submitted by one person
          </span>
        )}
      </header>
      <div className="alike">
        <Side one={a} eventId={eventId} isOpen={isOpen} />
        <Side one={b} eventId={eventId} isOpen={isOpen} />
      </div>
      <div>
        <button
          className="button button-quiet"
          type="button"
          aria-expanded={isOpen}
          aria-describedby={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide the texts' : 'Read them side by side'}
        </button>
      </div>
      {mayDecide && <Settling {...{ a, b, state, eventId }} />}
    </article>
  )
}

const sections = ['background', 'material', 'results', 'discussion'] as const

function Side({ one, eventId, isOpen }: { one: Alike; eventId: number; isOpen: boolean }) {
  const number = plainNumber(one.number)
  const { data: text, error, refetch } = useQuery({ ...ask('AbstractShow', { eventId, number }), enabled: isOpen })
  return (
    <div className="stack gap-s">
      <p className="cluster gap-s small soft">
        {one.number} <StateChip state={one.state} />
      </p>
      <p dir="auto">
        <Link to={abstractAddress(number, eventId)}>{one.title}</Link>
      </p>
      <p className="small" dir="auto">
        {one.author}
      </p>
      {isOpen && error && <AskFailed error={error} again={refetch} />}
      {isOpen && text?.hasConflict === false && (
        <div className="stack gap-s small">
          {sections.map((name) => (text[name] ? <RichText key={name} html={text[name]} /> : null))}
        </div>
      )}
    </div>
  )
}

type SettlingProps = { a: Alike; b: Alike; state: State; eventId: number }
type Join = { kind: 'merge' | 'duplicate'; one: Which; into: Which }

function Settling({ a, b, state, eventId }: SettlingProps) {
  const { act, problem, isSending } = useSelectionAct('LikenessSettle')
  const [join, setJoin] = useState<Join>()
  const mayMerge = [a, b].every((each) => each.state === 'submitted' || each.state === 'under_review')
  const duplicates = [
    [a, b],
    [b, a],
  ].filter(([one]) => one?.state === 'under_review') as [Alike, Alike][]
  const settle = (to: State) => void act({ eventId, a: a.abstractId, b: b.abstractId, state: to })
  const button = (words: string, onClick: () => void, busy = false) => (
    <button
      key={words}
      className="button button-secondary"
      type="button"
      aria-busy={busy || undefined}
      onClick={onClick}
    >
      {words}
    </button>
  )
  return (
    <>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <div className="cluster gap-s">
        {state === 'new' && (
          <>
            {mayMerge && button(`Merge into ${a.number}…`, () => setJoin({ kind: 'merge', one: b, into: a }))}
            {mayMerge && button(`Merge into ${b.number}…`, () => setJoin({ kind: 'merge', one: a, into: b }))}
            {duplicates.map(([one, into]) =>
              button(`Mark ${one.number} as a duplicate…`, () => setJoin({ kind: 'duplicate', one, into })),
            )}
            {button('Not the same', () => settle('different'), isSending)}
          </>
        )}
        {state !== 'new' && button('Look at them again', () => settle('new'), isSending)}
      </div>
      {join?.kind === 'merge' && <Merge {...join} eventId={eventId} onClose={() => setJoin(undefined)} />}
      {join?.kind === 'duplicate' && <Duplicate {...join} eventId={eventId} onClose={() => setJoin(undefined)} />}
    </>
  )
}
