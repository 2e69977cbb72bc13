import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import type { MenuEntry } from './MenuList.tsx'

export type { MenuEntry } from './MenuList.tsx'

type MenuProps = {
  /** What the menu is called for whoever does not see it. */
  label: string
  className: string
  /** What the button says. */
  children: ReactNode
  entries: readonly MenuEntry[]
  /** Given where one of the entries holds at any time; those that hold, where each can be put on and off. Asked when it opens. */
  chosen?: string | (() => readonly string[]) | undefined
  onChoose: (id: string) => void
  /** Which edge of the button it hangs from. */
  side?: 'start' | 'end'
}

const loadList = () => import('./MenuList.tsx')
const MenuList = lazy(loadList)

/** A button and its menu. The menu comes when it is first wanted: a screen does not wait for it. */
export function Menu({ label, className, children, entries, chosen, onChoose, side = 'start' }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const prepare = () => void loadList().catch(() => undefined)
  return (
    <div className="menu" data-side={side}>
      <button
        className={className}
        type="button"
        ref={button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {children}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <MenuList
            label={label}
            entries={entries}
            chosen={typeof chosen === 'function' ? chosen() : chosen}
            onChoose={onChoose}
            onClose={() => {
              setOpen(false)
              button.current?.focus()
            }}
            isButton={(element) => button.current?.contains(element) ?? false}
          />
        </Suspense>
      )}
    </div>
  )
}
