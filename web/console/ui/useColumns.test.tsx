import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Column, DataTable } from './DataTable.tsx'
import { useColumns } from './useColumns.tsx'

type Row = { id: number; name: string; town: string; seats: number }
const all: readonly [Column<Row>, ...Column<Row>[]] = [
  { title: 'Person', cell: ({ name }) => name },
  { title: 'Town', className: 'soft skip-mid skip-small', cell: ({ town }) => town },
  { title: 'Seats', className: 'number', cell: ({ seats }) => seats },
]

function List() {
  const { columns, chosen, menu } = useColumns('guests', all)
  return (
    <>
      {menu}
      <output>{chosen?.join(',') ?? 'all'}</output>
      <DataTable
        caption="Guests"
        columns={columns}
        rows={[{ id: 1, name: 'Sana', town: 'Hala', seats: 2 }]}
        nameOf={({ name }) => name}
      />
    </>
  )
}

function open({ isNarrow = false } = {}) {
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow }))
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    localStorage.clear()
    cleanup()
  })
  return render(<List />, { wrapper: MemoryRouter })
}

const heads = () => screen.getAllByRole('columnheader').map(({ textContent, className }) => [textContent, className])
const inFile = () => screen.getByRole('status').textContent
const ticked = () =>
  screen.getAllByRole('menuitemcheckbox').map((entry) => [entry.textContent, entry.getAttribute('aria-checked')])

test('whoever takes a column away by the keyboard does not see it again on this device, until they put it back', async () => {
  const { unmount } = open()
  expect(inFile()).toBe('all')
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('menu', { name: 'Columns' })
  expect(ticked()).toEqual([
    ['Town', 'true'],
    ['Seats', 'true'],
  ])
  await user.keyboard('{ArrowDown} ')
  // It stays open: there may be more to choose.
  expect(ticked()).toEqual([
    ['Town', 'true'],
    ['Seats', 'false'],
  ])
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Columns' }))
  expect(heads().map(([title]) => title)).toEqual(['Person', 'Town'])

  unmount()
  open()
  expect(heads().map(([title]) => title)).toEqual(['Person', 'Town'])
  expect(inFile()).toBe('Town')
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Seats' }))
  expect(heads().map(([title]) => title)).toEqual(['Person', 'Town', 'Seats'])
})

test('where there is little room a column is left out until somebody asks for it', async () => {
  open({ isNarrow: true })
  expect(heads()[1]).toEqual(['Town', 'soft skip-mid skip-small'])
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await screen.findByRole('menu')
  expect(ticked()).toEqual([
    ['Town', 'false'],
    ['Seats', 'true'],
  ])
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Town' }))
  expect(heads()).toEqual([
    ['Person', ''],
    ['Town', 'soft'],
    ['Seats', 'number'],
  ])
})

test('what is kept and no longer understood is as if nobody had chosen', () => {
  localStorage.setItem('console:columns:guests', '{"Town":')
  open()
  expect(heads()).toHaveLength(3)
})

test('a column that is called otherwise by now is asked for by nobody', () => {
  localStorage.setItem('console:columns:guests', '["Town","Where from"]')
  open()
  expect([heads().length, inFile()]).toEqual([2, 'Town'])
})
