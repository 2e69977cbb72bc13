import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import { citiesLike, listedSpelling, type City } from './api.ts'

/** More are drawn as somebody moves towards them: a thousand at once would make typing slow on a phone. */
const step = 60

type Choice = { cities: City[]; value: string; onChoose: (name: string) => void }

/** An editable combobox with a list of suggestions, as ARIA 1.2 describes it. The text is the value; the list only helps. */
export function useCombobox({ cities, value, onChoose }: Choice) {
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [drawn, setDrawn] = useState(step)
  // What was chosen is not searched for: who opens the list again sees all of it.
  const isListed = useMemo(() => listedSpelling(cities, value) === value, [cities, value])
  // Always the list of what stands in the field: a key pressed right after a letter must not take a city of the letter before.
  const found = useMemo(() => citiesLike(cities, isListed ? '' : value), [cities, isListed, value])
  const isShown = isOpen && found.length > 0

  const close = () => {
    setOpen(false)
    setActive(-1)
    setDrawn(step)
  }
  const open = () => setOpen(true)
  const moveTo = (index: number) => {
    open()
    setActive(index)
    setDrawn((count) => Math.max(count, Math.min(found.length, index + step)))
  }
  const choose = (name: string) => {
    onChoose(name)
    close()
  }
  /** hyderabad becomes Hyderabad; a town that the list does not have stays as it is typed. */
  const settle = () => {
    const spelling = listedSpelling(cities, value)
    if (spelling !== undefined && spelling !== value) onChoose(spelling)
    close()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => moveTo(isShown ? (active + 1) % found.length : 0),
      ArrowUp: () => moveTo(active > 0 ? active - 1 : found.length - 1),
      ...(isShown && {
        PageDown: () => moveTo(Math.min(found.length - 1, active + 10)),
        PageUp: () => moveTo(Math.max(0, active - 10)),
        Escape: close,
        Enter: () => (found[active] ? choose(found[active].name) : settle()),
      }),
    }
    const move = moves[event.key]
    if (!move || event.nativeEvent.isComposing || (found.length === 0 && event.key.startsWith('Arrow'))) return
    event.preventDefault()
    move()
  }

  const optionId = (index: number) => `${listId}-${index}`
  return {
    listId,
    optionId,
    found,
    drawn,
    active,
    isShown,
    choose,
    drawMore: () => setDrawn((count) => Math.min(found.length, count + step)),
    typed: () => {
      open()
      setActive(-1)
      setDrawn(step)
    },
    input: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-expanded': isShown,
      'aria-controls': isShown ? listId : undefined,
      'aria-activedescendant': isShown && active >= 0 ? optionId(active) : undefined,
      onKeyDown,
      onBlur: settle,
      onClick: open,
    } as const,
  }
}
