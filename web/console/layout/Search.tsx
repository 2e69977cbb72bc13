import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { roleWords } from '#contract/accounts/role-words.ts'
import { consolePages, type ConsolePath } from '#contract/console-pages.ts'
import { fewestLetters } from '#contract/people/people-words.ts'
import { type Me, mayIn, maySee } from '#web/console/accounts/me.ts'
import type { Reply } from '#web/console/call.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { personAddress } from '#web/console/people/words.ts'
import { ask } from '#web/console/queries.ts'
import { abstractAddress, plainNumber } from '#web/console/selection/abstracts/abstract-words.tsx'
import { useShortcuts } from '#web/console/ui/Shortcuts.tsx'
import { useRested } from '#web/console/ui/useRested.ts'
import { Icon } from '#web/ui/Icon.tsx'
/** The field at the top: screens, and what belongs to the event: people, orders, receipts, abstracts, workshops, reviewers and the team, by number or name. A list that arrows walk through. */
import { Link } from './Link.tsx'
import { useWithEvent } from './withEvent.ts'

const label = 'Search people, orders, screens'
const pause = 250

export function Search({ me }: { me: Me }) {
  const eventId = useEventId(me)
  if (eventId === undefined || !mayIn(me, 'people.read', eventId)) return null
  return <SearchField key={eventId} me={me} eventId={eventId} />
}

function SearchField({ me, eventId }: { me: Me; eventId: number }) {
  const [isOpen, setOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const search = useSearch(me, eventId)
  const navigate = useNavigate()
  const within = useWithEvent()
  useLeaving(form, isOpen, () => setOpen(false))
  const open = () => {
    setOpen(true)
    // Where the bar is narrow the field is drawn first.
    requestAnimationFrame(() => input.current?.focus())
  }
  const done = () => {
    search.type('')
    setOpen(false)
  }
  useShortcuts({
    '/': (event) => {
      event.preventDefault()
      open()
    },
  })
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') setOpen(false)
    if (form.current) walk(event, form.current)
  }
  const goToFirst = () => {
    const [first] = search.lines
    // What was found for other words is not what they mean.
    if (!first || !search.isSettled) return
    done()
    input.current?.blur()
    void navigate(within(first.to))
  }
  return (
    <>
      <form
        ref={form}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Safari 16 does not know <search>
        role="search"
        data-open={isOpen || undefined}
        onSubmit={(event) => {
          event.preventDefault()
          goToFirst()
        }}
      >
        <Icon name="search" />
        <input
          ref={input}
          className="input"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={200}
          aria-label={label}
          placeholder={label}
          value={search.typed}
          onFocus={() => setOpen(true)}
          onChange={({ target }) => {
            setOpen(true)
            search.type(target.value)
          }}
          onKeyDown={press}
        />
        <kbd aria-hidden="true">/</kbd>
        {isOpen && search.typed.trim() !== '' && <Found search={search} onKeyDown={press} onGo={done} />}
      </form>
      <button
        className="button button-quiet icon-button narrow-only to-end"
        type="button"
        aria-label="Search"
        onClick={open}
      >
        <Icon name="search" />
      </button>
    </>
  )
}

/** Arrows walk from the field through what was found, and back; Escape goes to the field. */
function walk(event: KeyboardEvent<HTMLElement>, form: HTMLFormElement): void {
  const stops = [...form.querySelectorAll<HTMLElement>('input, a')]
  const at = stops.indexOf(event.currentTarget)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Escape: 0 }[event.key]
  if (next === undefined || next === at) return
  event.preventDefault()
  stops[(next + stops.length) % stops.length]?.focus()
}

/** Whoever goes on elsewhere, by a tap or with Tab, is done with it. */
function useLeaving(form: RefObject<HTMLFormElement | null>, isOpen: boolean, leave: () => void): void {
  const now = useRef(leave)
  useEffect(() => {
    now.current = leave
  })
  useEffect(() => {
    if (!isOpen) return
    const look = ({ target }: Event) => {
      if (target instanceof Node && !form.current?.contains(target)) now.current()
    }
    const kinds = ['focusin', 'pointerdown']
    for (const kind of kinds) document.addEventListener(kind, look)
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, look)
    }
  }, [form, isOpen])
}

type Line = { group: string; to: string; title: string; detail: string }

function useSearch(me: Me, eventId: number) {
  const [typed, setTyped] = useState('')
  const search = useRested(typed.trim(), pause)
  const isLongEnough = search.length >= fewestLetters
  const { data, error, isFetching } = useQuery({
    ...ask('ConsoleSearch', { eventId, search }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  })
  const screens = isLongEnough ? screensFound(me, search) : []
  const lines = [...screens, ...(isLongEnough && data ? linesOf(data, { eventId, search }) : [])]
  const isSettled = search === typed.trim() && !isFetching
  const said = () => {
    if (typed.trim().length < fewestLetters) return 'Type at least three letters or digits.'
    if (error) return error.message
    if (lines.length > 0) return ''
    return isSettled ? `Nothing at this event fits “${search}”.` : 'Looking …'
  }
  return { typed, lines, isSettled, said: said(), type: setTyped }
}

/** Screens whose title has a word that begins so, for staff who may see them. Those of one thing are found by the thing. */
function screensFound(me: Me, search: string): Line[] {
  const words = search.toLowerCase().split(/\s+/)
  return (Object.entries(consolePages) as [ConsolePath, { title: string; may?: string; alone?: true }][]).flatMap(
    ([path, { title, may, alone }]) => {
      const has = title.toLowerCase().split(/\s+/)
      const isMeant = words.every((word) => has.some((each) => each.startsWith(word)))
      if (!isMeant || path.includes(':') || !may || alone || !maySee(me, path)) return []
      return [{ group: 'Screens', to: path, title, detail: '' }]
    },
  )
}

const orderWords = { held: 'held', paying: 'paying now', paid: 'paid', lapsed: 'lapsed', cancelled: 'cancelled' }

function linesOf(
  { people, orders, workshops, abstracts, reviewers, team }: Reply<'ConsoleSearch'>,
  { eventId, search }: { eventId: number; search: string },
): Line[] {
  const receipts = orders.filter(({ receipt }) => receipt?.toLowerCase().includes(search.toLowerCase()))
  return [
    ...receipts.map(({ receipt, name, paymentCode }) => ({
      group: 'Receipts',
      to: `/console/orders/${paymentCode}/receipt`,
      title: receipt ?? '',
      detail: name,
    })),
    ...people.map(({ accountId, name, email, institution }) => ({
      group: 'People',
      to: personAddress(accountId, eventId),
      title: name,
      detail: [email, institution].filter(Boolean).join(', '),
    })),
    ...orders.map(({ paymentCode, name, state }) => ({
      group: 'Orders',
      to: `/console/orders/${paymentCode}`,
      title: paymentCode,
      detail: `${name}, ${orderWords[state]}`,
    })),
    ...abstracts.map(({ number, title }) => ({
      group: 'Abstracts',
      to: abstractAddress(plainNumber(number), eventId),
      title,
      detail: number,
    })),
    ...workshops.map(({ workshopId, topic }) => ({
      group: 'Workshops',
      to: `/console/workshops/${workshopId}?eventId=${eventId}`,
      title: topic,
      detail: '',
    })),
    ...reviewers.map(({ name, email, institution }) => ({
      group: 'Reviewers',
      to: `/console/reviewers?search=${encodeURIComponent(email)}&eventId=${eventId}`,
      title: name || email,
      detail: [name && email, institution].filter(Boolean).join(', '),
    })),
    ...team.map(({ accountId, name, email, roles }) => ({
      group: 'Team',
      to: `/console/team#person-${accountId}`,
      title: name,
      detail: [email, ...roles.map((role) => roleWords[role])].join(', '),
    })),
  ]
}

type FoundProps = {
  search: ReturnType<typeof useSearch>
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onGo: () => void
}

function Found({ search: { lines, said }, onKeyDown, onGo }: FoundProps) {
  return (
    <div className="search-found">
      <output>{said}</output>
      {[...Map.groupBy(lines, ({ group }) => group)].map(([group, its]) => (
        <section key={group} aria-label={group}>
          <p aria-hidden="true">{group}</p>
          <ul>
            {its.map(({ to, title, detail }) => (
              <li key={to}>
                <Link to={to} onKeyDown={onKeyDown} onClick={onGo}>
                  <span dir="auto">{title}</span>
                  {detail && <small dir="auto">{detail}</small>}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
