import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { citiesLike, citiesOf, listedSpelling } from './api.ts'
import { CityField } from './CityField.tsx'

beforeEach(() => {
  // jsdom lays nothing out.
  Element.prototype.scrollIntoView = vi.fn<() => void>()
})
afterEach(cleanup)

const pakistan = citiesOf(['Hala', 'Hyderabad', 'Karachi', 'Larkana', 'New Hala', 'Sukkur'])
const thousand = citiesOf(Array.from({ length: 1000 }, (_, index) => `Town ${String(index).padStart(3, '0')}`))

function Form({ cities = pakistan }) {
  const [city, setCity] = useState('')
  return (
    <form aria-label="form" onSubmit={() => setCity('sent')}>
      <CityField
        name="City"
        label="City"
        anchor="city"
        cities={cities}
        value={city}
        onChange={({ target }) => setCity(target.value)}
        onChoose={setCity}
      />
    </form>
  )
}

const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'City' })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const activeText = () => document.getElementById(input().getAttribute('aria-activedescendant') ?? '')?.textContent

test('names that begin so come first, and accents and case do not matter', () => {
  const names = (text: string) => citiesLike(pakistan, text).map(({ name }) => name)
  expect([names('ha'), names('HYDER'), names('nowhere')]).toEqual([['Hala', 'New Hala'], ['Hyderabad'], []])
  const brazil = citiesOf(['São Paulo', 'Sapé (Norte)', "L'Aquila"])
  expect(
    [citiesLike(brazil, 'sao p'), citiesLike(brazil, 'nor'), citiesLike(brazil, 'aqui')].map((all) => all[0]?.name),
  ).toEqual(['São Paulo', 'Sapé (Norte)', "L'Aquila"])
  expect([listedSpelling(brazil, ' sao  paulo'), listedSpelling(brazil, 'sao')]).toEqual(['São Paulo', undefined])
})

test('typing opens the list, the arrows move in it, and Enter takes the city without sending the form', async () => {
  const user = userEvent.setup()
  render(<Form />)
  expect(input().getAttribute('aria-expanded')).toBe('false')
  await user.type(input(), 'h')
  expect(options()).toEqual(['Hala', 'Hyderabad', 'New Hala'])
  expect(input().getAttribute('aria-expanded')).toBe('true')
  expect(input().getAttribute('aria-controls')).toBe(screen.getByRole('listbox', { name: 'City' }).id)
  expect(activeText()).toBeUndefined()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(activeText()).toBe('Hyderabad')
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Hyderabad')
  await user.keyboard('{Enter}')
  expect([input().value, options()]).toEqual(['Hyderabad', []])
  expect(document.activeElement).toBe(input())
})

test('the arrows go round, and Escape closes and leaves the text alone', async () => {
  const user = userEvent.setup()
  render(<Form />)
  await user.type(input(), 'h{ArrowUp}')
  expect(activeText()).toBe('New Hala')
  await user.keyboard('{ArrowDown}')
  expect(activeText()).toBe('Hala')
  await user.keyboard('{Escape}')
  expect([input().value, options()]).toEqual(['h', []])
  await user.keyboard('{ArrowDown}')
  expect(activeText()).toBe('Hala')
})

test('a city is taken with a click; one that is listed gets its spelling, and any other stays as typed', async () => {
  const user = userEvent.setup()
  render(<Form />)
  await user.type(input(), 'suk')
  await user.click(screen.getByRole('option', { name: 'Sukkur' }))
  expect(input().value).toBe('Sukkur')
  await user.clear(input())
  await user.type(input(), 'karachi')
  await user.tab()
  expect(input().value).toBe('Karachi')
  await user.clear(input())
  await user.type(input(), 'My Village')
  expect(screen.getByText('Not in our list. We take it as you type it.')).toBeTruthy()
  await user.tab()
  expect(input().value).toBe('My Village')
})

test('of a thousand cities a few are drawn, each says which of how many it is, and more come on the way down', async () => {
  const user = userEvent.setup()
  render(<Form cities={thousand} />)
  await user.click(input())
  expect(options()).toHaveLength(60)
  const first = screen.getByRole('option', { name: 'Town 000' })
  expect([first.getAttribute('aria-posinset'), first.getAttribute('aria-setsize')]).toEqual(['1', '1000'])
  expect(screen.getByText('1000 suggestions.')).toBeTruthy()
  await user.keyboard('{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}')
  expect(activeText()).toBe('Town 069')
  await user.keyboard('{ArrowUp}'.repeat(70))
  expect(activeText()).toBe('Town 999')
  await user.type(input(), 'town 5')
  expect(options()[0]).toBe('Town 500')
})
