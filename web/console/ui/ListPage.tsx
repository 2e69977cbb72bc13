import { Children, useEffect, useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { grouped } from '#contract/money.ts'
import { Refused } from '#web/console/call.ts'
/** What stands round the rows of a list: search, filters, what went wrong, nothing, and the way to the next page. */
import { Link } from '#web/console/layout/Link.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useShortcuts } from './Shortcuts.tsx'
import type { useList } from './useList.ts'

type List = Pick<
  ReturnType<typeof useList>,
  | 'values'
  | 'change'
  | 'clear'
  | 'isNarrowed'
  | 'total'
  | 'totalIsExact'
  | 'error'
  | 'again'
  | 'before'
  | 'isStale'
  | 'toNext'
  | 'toPrevious'
> & { rows: readonly unknown[] }

const typingPause = 300

/** What is typed is searched for after a short rest. Back and Forward bring the words back. */
export function ListSearch({ list: { values, change }, label }: { list: List; label: string }) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = values.search ?? ''
  const shown = useRef(search)
  /** What was searched for from here and is not in the address yet. Whoever types on keeps what they typed when it gets there. */
  const onTheWay = useRef<string[]>([])

  useEffect(() => {
    shown.current = search
    const at = onTheWay.current.indexOf(search)
    onTheWay.current = at === -1 ? [] : onTheWay.current.slice(at + 1)
    if (at !== -1 || !input.current || input.current.value.trim() === search) return
    clearTimeout(timer.current)
    input.current.value = search
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])
  useShortcuts({
    f: (event) => {
      event.preventDefault()
      input.current?.focus()
    },
  })

  const send = (text: string) => {
    clearTimeout(timer.current)
    const wanted = text.trim()
    const before = onTheWay.current.at(-1) ?? shown.current
    if (wanted === before) return
    onTheWay.current.push(wanted)
    change({ search: wanted }, { replace: before !== '' })
  }
  return (
    <input
      ref={input}
      className="input search"
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      defaultValue={search}
      onChange={({ target: { value } }) => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => send(value), typingPause)
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') send(currentTarget.value)
      }}
      // Whoever goes on to a row must not be brought back by what they typed a moment before.
      onBlur={({ currentTarget }) => send(currentTarget.value)}
    />
  )
}

/** Search and filters of a list. On a phone the filters fold behind a button that says how many are set. */
export function Filters({ list: { values }, children }: { list: Pick<List, 'values'>; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  // Somebody who may only search has none.
  const hasFilters = Children.toArray(children).length > 1
  const set = Object.entries(values).filter(([name, value]) => value && !unfolded.has(name)).length
  return (
    <div className="filters" data-open={isOpen ? '' : undefined}>
      {children}
      {hasFilters && (
        <button
          className="button button-secondary fold-button"
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {set > 0 ? `Filters (${set})` : 'Filters'} <Icon name="down" />
        </button>
      )}
    </div>
  )
}

/** Not behind the button: what is in sight elsewhere. */
const unfolded = new Set(['search', 'sort', 'eventId', 'view'])

type ListFilterProps = {
  list: List
  name: string
  label: string
  options: readonly (readonly [value: string, words: string])[]
}

export function ListFilter({ list: { values, change }, name, label, options }: ListFilterProps) {
  return (
    <div className="select">
      <select
        className="input"
        aria-label={label}
        value={values[name] ?? ''}
        onChange={({ target }) => change({ [name]: target.value })}
      >
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}

/** A day that narrows the list, by the browser's own calendar. */
export function ListDay({ list: { values, change }, name, label }: Omit<ListFilterProps, 'options'>) {
  return (
    <label className="list-day">
      <span>{label}</span>
      <input
        className="input"
        type="date"
        value={values[name] ?? ''}
        // While a year is typed the browser tells of days long past; those are no wish yet.
        onChange={({ target }) => {
          if (target.value === '' || target.value > '1999') change({ [name]: target.value })
        }}
      />
    </label>
  )
}

/** The views of a list, with how many are in each: links, so that each opens in a tab of its own too. */
export function ListViews({ list, name, views }: Omit<ListFilterProps, 'label' | 'options'> & { views: Views }) {
  const [address] = useSearchParams()
  return (
    <nav className="tabs" aria-label="Views">
      {views.map(([value, words, count]) => {
        const next = new URLSearchParams(address)
        next.delete('cursor')
        if (value === '') next.delete(name)
        else next.set(name, value)
        return (
          <Link key={value} to={`?${next}`} aria-current={value === (list.values[name] ?? '') ? 'page' : undefined}>
            {words} {count !== undefined && <span className="soft figures">{grouped(count)}</span>}
          </Link>
        )
      })}
    </nav>
  )
}
type Views = readonly (readonly [value: string, words: string, count: number | undefined])[]

/** An error keeps what was there, and names itself for whoever reads the log. */
export function ListProblem({ list: { error, again, rows } }: { list: List }) {
  if (!error) return null
  return (
    <Notice tone="bad" live>
      <p>
        <strong>{error.message}</strong> {rows.length > 0 && 'Below is what was there before.'}
        {error instanceof Refused && error.body.requestId && <small> Request {error.body.requestId}</small>}
      </p>
      <button className="button button-secondary" type="button" onClick={again}>
        Try again
      </button>
    </Notice>
  )
}

type ListEmptyProps = { list: List; title: string; children: ReactNode }

/** Nothing yet, or nothing that fits: the second offers to see all. */
export function ListEmpty({ list: { isNarrowed, clear }, title, children }: ListEmptyProps) {
  if (!isNarrowed) return <EmptyState title={title}>{children}</EmptyState>
  return (
    <EmptyState title="Nothing fits">
      <p>No row has all that you asked for.</p>
      <button className="button button-secondary" type="button" onClick={clear}>
        Clear search and filters
      </button>
    </EmptyState>
  )
}

export function Pager({ list, order }: { list: List; order: string }) {
  const { rows, before, total, totalIsExact, toNext, toPrevious, isStale } = list
  const isKnown = before > 0 || !toPrevious
  const from = isKnown ? `${grouped(before + 1)}–${grouped(before + rows.length)} of ` : ''
  return (
    <div className="pager">
      <output>
        {isStale ? 'Searching …' : `${from}${totalIsExact ? grouped(total) : `more than ${grouped(total)}`}, ${order}`}
      </output>
      <span className="cluster gap-s">
        <button className="button button-secondary" type="button" disabled={!toPrevious} onClick={toPrevious}>
          <Icon name="back" /> {isKnown ? 'Previous' : 'To the first'}
        </button>
        <button className="button button-secondary" type="button" disabled={!toNext} onClick={toNext}>
          Next <Icon name="next" />
        </button>
      </span>
    </div>
  )
}

type BulkBarProps = { count: number; noun: string; onClear: () => void; children: ReactNode }

/** A key leads to it: Tab would pass all rows that come after the selected. */
export function BulkBar({ count, noun, onClear, children }: BulkBarProps) {
  const bar = useRef<HTMLElement>(null)
  useShortcuts({
    b: (event) => {
      event.preventDefault()
      bar.current?.querySelector<HTMLElement>('a, button')?.focus()
    },
  })
  if (count === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it does nothing; it shows what has the focus
    <section
      ref={bar}
      className="bulk-bar deep"
      aria-label={`${count} ${noun} selected`}
      // On a phone the bar scrolls, and the browser leaves a button half outside where it is.
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      <output>
        <strong>{count} selected</strong>
      </output>
      {children}
      <button className="button button-quiet" type="button" onClick={onClear}>
        Clear
      </button>
    </section>
  )
}
