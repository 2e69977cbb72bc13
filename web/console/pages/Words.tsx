/** Fields of a page by the path of their value, and lists of them that are added to, moved and removed by keyboard too. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { moved, type Path, pointOf, questionOf, textAt, useEditing, valueAt } from './editing.ts'

type WordsProps = { at: Path; label: string; hint?: string; lines?: number; optional?: boolean }

export function Words({ at, label, hint, lines = 1, optional }: WordsProps) {
  const { body, change, problemAt } = useEditing()
  const value = valueAt(body, at)
  const text = typeof value === 'string' ? value : ''
  const rest = { className: 'input', dir: 'auto', value: text } as const
  return (
    <Field label={label} hint={hint} error={problemAt(at)} optional={optional}>
      {(control) =>
        lines > 1 ? (
          <textarea {...control} {...rest} rows={lines} onChange={({ target }) => change(at, target.value)} />
        ) : (
          <input {...control} {...rest} onChange={({ target }) => change(at, target.value)} />
        )
      }
    </Field>
  )
}

export function Figure({ at, label }: { at: Path; label: string }) {
  const { body, change, problemAt } = useEditing()
  const [typed, setTyped] = useState(() => textAt(body, at))
  return (
    <Field label={label} error={problemAt(at)}>
      {(control) => (
        <input
          {...control}
          className="input"
          inputMode="decimal"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            // Half a number, such as a minus, is not one yet.
            if (/^-?\d+(\.\d+)?$/.test(target.value)) change(at, Number(target.value))
          }}
        />
      )}
    </Field>
  )
}

/** One point of the questions page, in its two parts. */
export function QuestionWords({ at }: { at: Path }) {
  const { body, change, problemAt } = useEditing()
  const point = textAt(body, at)
  const [typed, setTyped] = useState(() => questionOf(point))
  // Changed by somebody else than these two fields: moved, or taken from another version.
  const shown = pointOf(typed.question, typed.answer) === point ? typed : questionOf(point)
  const write = (next: typeof typed) => {
    setTyped(next)
    change(at, pointOf(next.question, next.answer))
  }
  return (
    <div className="stack gap-s">
      <Field label="Question" error={problemAt(at)}>
        {(control) => (
          <input
            {...control}
            className="input"
            dir="auto"
            value={shown.question}
            onChange={({ target }) => write({ ...shown, question: target.value })}
          />
        )}
      </Field>
      <Field label="Answer">
        {(control) => (
          <textarea
            {...control}
            className="input"
            dir="auto"
            rows={3}
            value={shown.answer}
            onChange={({ target }) => write({ ...shown, answer: target.value })}
          />
        )}
      </Field>
    </div>
  )
}

type ListProps = {
  at: Path
  /** What one of them is called: section, question. */
  one: string
  empty: unknown
  /** How the item at this place is called, for whoever cannot see where its buttons stand. */
  nameOf?: (index: number) => string
  /** Only the first is open at first; where something is wrong all are. */
  folds?: boolean
  children: (path: Path, index: number) => ReactNode
}

/** A list whose items are blocks with their own buttons. */
export function Blocks({ at, one, empty, nameOf = (index) => String(index + 1), folds = false, children }: ListProps) {
  const { body, change, problemAt, showsProblems } = useEditing()
  const found = valueAt(body, at)
  const items: unknown[] = Array.isArray(found) ? found : []
  const { list, focusOn } = useFocusAfter()
  const [opened, setOpened] = useState<boolean[]>([true])
  const isOpen = (index: number) => !folds || showsProblems || (opened[index] ?? false)
  const states = items.map((_, index) => opened[index] ?? false)

  const move = (from: number, to: number) => {
    focusOn(
      `:scope > [data-index="${to}"] > .block-head ${to < from ? '[data-move]' : '[data-move=down], :scope > [data-index="' + to + '"] > .block-head [data-move]'}`,
    )
    setOpened(moved(states, from, to))
    change(at, moved(items, from, to))
  }
  const remove = (index: number) => {
    focusOn(':scope > .add')
    setOpened(states.filter((_, each) => each !== index))
    change(
      at,
      items.filter((_, each) => each !== index),
    )
  }
  const add = () => {
    focusOn(`:scope > [data-index="${items.length}"] :is(input, textarea)`)
    setOpened([...states, true])
    change(at, [...items, empty])
  }
  const problem = problemAt(at)
  return (
    <div className="stack" ref={list}>
      {items.map((_, index) => (
        <fieldset className="block" aria-label={`${one} ${nameOf(index)}`} data-index={index} key={index}>
          <div className="block-head">
            <strong className="small">{`${capital(one)}: ${nameOf(index)}`}</strong>
            <BlockButton
              label={`Move ${one} up: ${nameOf(index)}`}
              disabled={index === 0}
              move="up"
              onClick={() => move(index, index - 1)}
            >
              ↑
            </BlockButton>
            <BlockButton
              label={`Move ${one} down: ${nameOf(index)}`}
              disabled={index === items.length - 1}
              move="down"
              onClick={() => move(index, index + 1)}
            >
              ↓
            </BlockButton>
            <BlockButton label={`Remove ${one}: ${nameOf(index)}`} danger onClick={() => remove(index)}>
              <Icon name="bin" />
            </BlockButton>
            {folds && (
              <button
                className="button button-quiet"
                type="button"
                aria-expanded={isOpen(index)}
                aria-label={`${isOpen(index) ? 'Close' : 'Open'} ${one}: ${nameOf(index)}`}
                onClick={() => setOpened(states.map((each, at) => (at === index ? !isOpen(index) : each)))}
              >
                {isOpen(index) ? 'Close' : 'Open'}
              </button>
            )}
          </div>
          {isOpen(index) && <div className="stack">{children([...at, index], index)}</div>}
        </fieldset>
      ))}
      {problem && <p className="field-error">{problem}</p>}
      <button className="button button-secondary add" type="button" onClick={add}>
        <Icon name="plus" /> Add a {one}
      </button>
    </div>
  )
}

/** Where the focus goes once the list is drawn anew. */
function useFocusAfter() {
  const list = useRef<HTMLDivElement>(null)
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    // Whoever moves or adds by keyboard goes on where the item is now.
    if (!wanted.current) return
    const targets = list.current?.querySelectorAll<HTMLElement>(wanted.current)
    const first = Array.from(targets ?? []).find((each) => !(each as HTMLButtonElement).disabled)
    wanted.current = undefined
    first?.focus()
  })
  return { list, focusOn: (selector: string) => void (wanted.current = selector) }
}

type BlockButtonProps = {
  label: string
  disabled?: boolean
  danger?: boolean
  move?: 'up' | 'down'
  onClick: () => void
  children: ReactNode
}

function BlockButton({ label, disabled, danger, move, onClick, children }: BlockButtonProps) {
  return (
    <button
      className={`button button-quiet${danger ? '-danger' : ''} icon-button`}
      type="button"
      aria-label={label}
      disabled={disabled}
      data-move={move}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
