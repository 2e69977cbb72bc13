import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ListSearch } from './ListPage.tsx'
import { ShortcutsProvider } from './Shortcuts.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A list whose address shows a search only when it is told to: as on a slow machine. */
function aSlowList() {
  const asked: string[] = []
  const change = ({ search }: Record<string, string>) => void asked.push(search ?? '')
  const drawn = (search: string) => (
    <ShortcutsProvider>
      <ListSearch list={{ values: { search }, change } as never} label="Search" />
    </ShortcutsProvider>
  )
  const { rerender, unmount } = render(drawn(''))
  onTestFinished(unmount)
  const field = screen.getByLabelText<HTMLInputElement>('Search')
  return {
    asked,
    field,
    type: (text: string) => fireEvent.change(field, { target: { value: text } }),
    rest: () => vi.advanceTimersByTime(300),
    draw: (search: string) => rerender(drawn(search)),
  }
}

test('whoever types on while a slow machine searches keeps every letter, and all of it is searched for', () => {
  const { asked, field, type, rest, draw } = aSlowList()
  type('Ear')
  rest()
  type('Early w')
  draw('Ear')
  expect(field.value).toBe('Early w')
  rest()
  type('')
  draw('Early w')
  expect(field.value).toBe('')
  rest()
  draw('')
  expect(asked).toEqual(['Ear', 'Early w', ''])
})

test('Back and Forward, and a cleared search, are shown in the field', () => {
  const { asked, field, type, rest, draw } = aSlowList()
  type('Ear')
  rest()
  draw('Ear')
  draw('')
  expect(field.value).toBe('')
  draw('Ear')
  expect(field.value).toBe('Ear')
  type('Ear and more')
  draw('Nose')
  rest()
  expect([field.value, asked]).toEqual(['Nose', ['Ear']])
})
