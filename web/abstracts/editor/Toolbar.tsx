import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { setMark, toggle } from '#web/abstracts/richtext/keys.ts'
import type { useEditor } from './useEditor.ts'

type ToolbarProps = { label: string; controls: string } & ReturnType<typeof useEditor>

const buttons = [
  { name: 'strong', label: 'Bold', sign: <b>B</b>, keys: 'Control+B' },
  { name: 'em', label: 'Italic', sign: <i>I</i>, keys: 'Control+I' },
  { name: 'u', label: 'Underline', sign: <u>U</u>, keys: 'Control+U' },
] as const

const selects = [
  {
    name: 'size',
    label: 'Font size',
    options: { small: 'Small', '': 'Normal', large: 'Large', huge: 'Huge' },
  },
  { name: 'family', label: 'Font family', options: { '': 'Sans', serif: 'Serif', mono: 'Mono' } },
] as const

/** One stop of the Tab key; the arrows move inside, as people know it from other toolbars. */
export function Toolbar({ label, controls, marks, focus, run }: ToolbarProps) {
  const [current, setCurrent] = useState(0)
  const bar = useRef<HTMLDivElement>(null)

  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, Home: -current, End: -1 - current }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const all = bar.current?.querySelectorAll<HTMLElement>('button, select') ?? []
    const next = (current + step + all.length) % all.length
    setCurrent(next)
    all[next]?.focus()
  }
  const stop = (index: number) => ({ tabIndex: index === current ? 0 : -1, onFocus: () => setCurrent(index) })

  return (
    <div
      className="editor-toolbar"
      role="toolbar"
      aria-label={`Format ${label}`}
      aria-controls={controls}
      ref={bar}
      tabIndex={-1}
      onKeyDown={move}
    >
      {buttons.map(({ name, label: what, sign, keys }, index) => (
        <button
          key={name}
          className="button icon-button"
          type="button"
          aria-label={what}
          aria-pressed={marks[name]}
          aria-keyshortcuts={keys}
          {...stop(index)}
          // The text keeps its selection, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(toggle(name))}
        >
          {sign}
        </button>
      ))}
      {selects.map(({ name, label: what, options }, index) => (
        <select
          key={name}
          aria-label={what}
          value={marks[name] in options ? marks[name] : ''}
          {...stop(buttons.length + index)}
          onChange={({ target }) => {
            run(setMark(name, target.value))
            focus()
          }}
        >
          {Object.entries(options).map(([value, text]): ReactNode => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ))}
    </div>
  )
}
