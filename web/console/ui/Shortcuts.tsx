import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { areShortcutsOn, switchShortcuts } from '#web/console/platform/shortcuts.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

const known = [
  ['/', 'Search people, orders, screens'],
  ['F', 'Find in the list'],
  ['J', 'Next row'],
  ['K', 'Row before'],
  ['X', 'Select the row, or not'],
  ['B', 'What can be done with the selected'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close what is open'],
  ['?', 'Show these keys'],
] as const

const HelpContext = createContext<() => void>(() => undefined)

export const useShortcutHelp = (): (() => void) => useContext(HelpContext)

/** The keys of the console, their list, and the switch that turns them off: somebody who dictates types them by accident (WCAG 2.1.4). */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false)
  const show = useMemo(() => () => setShown(true), [])
  useShortcuts({ '?': show })
  return (
    <HelpContext value={show}>
      {children}
      <Dialog open={isShown} onClose={() => setShown(false)} title="Keyboard shortcuts">
        <dl className="keys">
          {known.map(([key, what]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <label className="check">
          <input
            type="checkbox"
            defaultChecked={areShortcutsOn()}
            onChange={({ target }) => switchShortcuts(target.checked)}
          />{' '}
          Single keys work on this device
        </label>
        <button className="button button-secondary" type="button" onClick={() => setShown(false)}>
          Close
        </button>
      </Dialog>
    </HelpContext>
  )
}

type Keys = Record<string, (event: KeyboardEvent) => void>

/** Single keys, where nobody is typing and nothing lies over the screen. */
export function useShortcuts(keys: Keys): void {
  const now = useRef(keys)
  useEffect(() => {
    now.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event
      if (defaultPrevented || ctrlKey || metaKey || altKey || !areShortcutsOn()) return
      if (
        target instanceof Element &&
        target.closest('input:not([type=checkbox]), textarea, select, [role=menu], dialog')
      )
        return
      now.current[key.length === 1 ? key.toLowerCase() : key]?.(event)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
