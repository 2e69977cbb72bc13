import { useEffect, useState } from 'react'
import { onChange, wordsOfChange } from '#web/console/changes.ts'
import { Icon } from '#web/ui/Icon.tsx'

const shownFor = 5000

/** Says that a change was saved, to the eye and to a screen reader: wherever on the screen it was made. */
export function Toasts() {
  const [said, setSaid] = useState({ words: '', count: 0 })
  useEffect(
    () =>
      onChange(({ name, isDone }) => {
        const words = isDone ? wordsOfChange(name) : undefined
        if (words) setSaid(({ count }) => ({ words, count: count + 1 }))
      }),
    [],
  )
  useEffect(() => {
    const timer = setTimeout(() => setSaid(({ count }) => ({ words: '', count })), shownFor)
    return () => clearTimeout(timer)
  }, [said.count])
  return (
    <output className="toast-region not-printed" aria-live="polite">
      {said.words && (
        <span className="toast" data-tone="good" key={said.count}>
          <Icon name="check" /> {said.words}
        </span>
      )}
    </output>
  )
}
