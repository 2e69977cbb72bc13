import { type ChangeEvent, useEffect, useRef } from 'react'
import { countOf } from '#web/platform/words.ts'
import { Field } from '#web/ui/Field.tsx'
import type { City } from './api.ts'
import { useCombobox } from './useCombobox.ts'
import styles from './CityField.module.css'

type CityFieldProps = {
  name: string
  label: string
  anchor: string
  error?: string | undefined
  required?: boolean
  cities: City[]
  value: string
  /** Takes what is typed, as the form's other fields do. */
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  onChoose: (name: string) => void
}

/** A city by typing its first letters. One that is not in the list is taken as it is typed. */
export function CityField({ label, anchor, error, cities, value, onChange, onChoose, ...rest }: CityFieldProps) {
  const box = useCombobox({ cities, value, onChoose })
  const isElsewhere = cities.length > 0 && value.trim() !== '' && box.found.length === 0
  const hint = isElsewhere ? 'Not in our list. We take it as you type it.' : 'Type a few letters, or any city.'
  return (
    <Field label={label} anchor={anchor} error={error} hint={hint}>
      {(control) => (
        <div className={styles.city}>
          <input
            className="input"
            {...rest}
            {...control}
            {...box.input}
            value={value}
            autoComplete="off"
            onChange={(event) => {
              onChange(event)
              box.typed()
            }}
          />
          {box.isShown && <Suggestions box={box} label={label} />}
          <output className="visually-hidden">
            {box.isShown ? `${countOf(box.found.length, 'suggestion')}.` : ''}
          </output>
        </div>
      )}
    </Field>
  )
}

function Suggestions({ box, label }: { box: ReturnType<typeof useCombobox>; label: string }) {
  const list = useRef<HTMLDivElement>(null)
  const { active } = box
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      className={styles.list}
      id={box.listId}
      ref={list}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist cannot say how many there are, nor be styled
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      // A tap on the list must not take the focus from the text.
      onMouseDown={(event) => event.preventDefault()}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollTop + clientHeight > scrollHeight - 200) box.drawMore()
      }}
    >
      {box.found.slice(0, box.drawn).map(({ name }, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the input's, as ARIA asks
        <div
          key={name}
          id={box.optionId(index)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          aria-setsize={box.found.length}
          aria-posinset={index + 1}
          onClick={() => box.choose(name)}
        >
          {name}
        </div>
      ))}
    </div>
  )
}
