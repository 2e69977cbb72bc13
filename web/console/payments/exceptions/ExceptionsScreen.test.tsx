import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anException, rowOf } from '#web/testing/exceptions.ts'
import { answerWith, type Answers, bilal, openConsole, refused } from '#web/testing/staff.tsx'

const list = '/console/finance/exceptions'
const komal = anException({ id: 1 })
const saima = anException({
  id: 2,
  kind: 'duplicate_capture',
  person: { accountId: 12, name: 'Saima Lashari', email: 'saima@example.org' },
  money: { amount: 450_000, currency: 'PKR' },
})
const page = (...rows: object[]) => ({ rows, next: null, total: rows.length, totalIsExact: true })

function withRows(more: Answers = {}) {
  return answerWith({ StaffMe: () => bilal, ExceptionsList: () => page(rowOf(komal), rowOf(saima)), ...more })
}

/** What the list itself was asked for; the rail asks only how many there are. */
const questions = (asked: [string, Record<string, unknown>][]) =>
  asked.filter(([name, { limit }]) => name === 'ExceptionsList' && limit !== '1').map(([, input]) => input)

test('finance sees what happened, to whom, how much and since when, the longest waiting first', async () => {
  const { asked } = withRows()
  openConsole(list)

  await screen.findByText('Komal Bhutto')
  const rows = screen.getAllByRole('row')
  expect(rows).toHaveLength(3)
  expect(rows[1]?.textContent).toContain('Money came when the seats were gone')
  expect(within(rows[1] as HTMLElement).getByText('RS 5,000')).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: /Since/ }).getAttribute('aria-sort')).toBe('ascending')
  expect(screen.getByText('1–2 of 2, longest waiting first')).toBeTruthy()
  expect(questions(asked)).toEqual([{ state: 'open', sort: 'openedAt', limit: '50' }])
})

test('filters, search and order stand in the address, and Back takes the last one off', async () => {
  const { asked } = withRows()
  const { address, router } = openConsole(list)
  const user = userEvent.setup()

  await user.selectOptions(await screen.findByLabelText('What happened'), 'Paid twice')
  await waitFor(() => expect(address()).toBe(`${list}?kind=duplicate_capture`))
  await user.type(screen.getByRole('searchbox'), 'Saima')
  await waitFor(() => expect(address()).toBe(`${list}?kind=duplicate_capture&search=Saima`))
  await user.click(screen.getByRole('button', { name: 'Amount' }))
  await waitFor(() => expect(questions(asked).at(-1)).toMatchObject({ search: 'Saima', sort: '-amount' }))

  await router.navigate(-1)
  await waitFor(() => expect(address()).toBe(`${list}?kind=duplicate_capture&search=Saima`))
  await router.navigate(-2)
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveProperty('value', ''))
  expect(screen.getByLabelText('What happened')).toHaveProperty('value', '')
})

test('a link with filters shows a colleague the same rows', async () => {
  const { asked } = withRows()
  openConsole(`${list}?state=any&kind=wrong_amount&eventId=2&search=Komal&sort=-openedAt`)

  await screen.findByText('Komal Bhutto')

  expect(questions(asked)).toEqual([
    { search: 'Komal', sort: '-openedAt', kind: 'wrong_amount', eventId: '2', limit: '50' },
  ])
  expect(screen.getByRole('link', { name: 'All' }).getAttribute('aria-current')).toBe('page')
})

test('the next page begins where this one ended, and a new filter begins at the first', async () => {
  const { asked } = withRows({
    ExceptionsList: ({ cursor }) =>
      cursor ? { ...page(rowOf(saima)), total: 2 } : { ...page(rowOf(komal)), next: 'after-komal', total: 2 },
  })
  const { address } = openConsole(list)
  const user = userEvent.setup()

  await user.click(await screen.findByRole('button', { name: 'Next' }))
  expect(await screen.findByText('2–2 of 2, longest waiting first')).toBeTruthy()
  expect(questions(asked).at(-1)).toMatchObject({ cursor: 'after-komal' })
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  expect(await screen.findByText('1–1 of 2, longest waiting first')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('2–2 of 2, longest waiting first')
  await user.selectOptions(screen.getByLabelText('What happened'), 'Paid twice')
  await waitFor(() => expect(address()).toBe(`${list}?kind=duplicate_capture`))
})

test('with keys alone somebody goes down the rows, selects one, searches and is told of the keys', async () => {
  withRows()
  openConsole(list)
  const user = userEvent.setup()
  await screen.findByText('Komal Bhutto')

  await user.keyboard('j')
  expect(document.activeElement?.textContent).toBe('Money came when the seats were gone')
  await user.keyboard('jx')
  expect(document.activeElement?.textContent).toBe('Paid twice')
  expect(screen.getByRole('checkbox', { name: 'Select Paid twice, Saima Lashari' })).toHaveProperty('checked', true)
  await user.keyboard('kxf')
  expect(screen.getByText('2 selected')).toBeTruthy()
  const search = screen.getByRole('searchbox', { name: 'Person, payment code or bank number' })
  expect(document.activeElement).toBe(search)
  await user.keyboard('j')
  expect(search).toHaveProperty('value', 'j')

  await user.click(document.body)
  await user.keyboard('?')
  expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
})

test('an error keeps the rows that were there, names the request and offers another try', async () => {
  let isBroken = false
  withRows({
    ExceptionsList: () =>
      isBroken
        ? refused(500, { code: 'broken', message: 'An error occurred. Please try again later.', requestId: 'r-7' })
        : page(rowOf(komal)),
  })
  openConsole(list)
  const user = userEvent.setup()
  await screen.findByText('Komal Bhutto')

  isBroken = true
  await user.selectOptions(screen.getByLabelText('What happened'), 'Paid twice')
  expect(await screen.findByText('Request r-7')).toBeTruthy()

  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Komal Bhutto')).toBeTruthy()
  expect(screen.queryByText('Request r-7')).toBeNull()
})

test('nothing yet is one thing, and nothing that fits another, which can be cleared', async () => {
  withRows({ ExceptionsList: () => page() })
  const { address } = openConsole(list)
  const user = userEvent.setup()

  expect(await screen.findByText('No payment needs a person')).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('What happened'), 'Paid twice')
  await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }))

  expect(await screen.findByText('No payment needs a person')).toBeTruthy()
  expect(address()).toBe(list)
})

test('several are closed with one note; whichever another has resolved is named, and the rest is closed', async () => {
  const { asked } = withRows({
    ExceptionResolve: ({ id }) =>
      id === 2
        ? refused(409, { code: 'conflict', message: 'Somebody else changed this meanwhile.', stored: saima })
        : { refund: null, exception: komal },
  })
  openConsole(list)
  const user = userEvent.setup()

  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(screen.getByRole('button', { name: 'Close with a note' }))
  await user.type(await screen.findByLabelText('What was done'), 'Paid out at the desk')
  await user.click(screen.getByRole('button', { name: 'Close 2 payments of RS 9,500' }))

  expect(await screen.findByText('1 closed. These were not:')).toBeTruthy()
  expect(screen.getByText('Paid twice, Saima Lashari: Somebody else changed this meanwhile.')).toBeTruthy()
  expect(asked.filter(([name]) => name === 'ExceptionResolve').map(([, input]) => input)).toEqual([
    { id: 1, version: 1, way: 'close', note: 'Paid out at the desk' },
    { id: 2, version: 1, way: 'close', note: 'Paid out at the desk' },
  ])
})

test('an export takes what the list shows, tells how far it is, and can be stopped', async () => {
  let state = 'running'
  const { asked } = withRows({
    ExportBegin: () => ({ exportId: 5 }),
    ExportState: () => ({ state, rows: 1, of: 2 }),
    ExportStop: () => {
      state = 'stopped'
      return {}
    },
  })
  openConsole(`${list}?kind=duplicate_capture`)
  const user = userEvent.setup()

  await user.click(await screen.findByRole('button', { name: 'Export 2' }))
  await user.click(await screen.findByRole('menuitem', { name: /Excel/ }))
  expect(await screen.findByText('1 of 2 rows written')).toBeTruthy()
  expect(asked.find(([name]) => name === 'ExportBegin')?.[1]).toEqual({
    list: 'ExceptionsList',
    format: 'xlsx',
    filter: { state: 'open', sort: 'openedAt', kind: 'duplicate_capture' },
  })
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('The export was stopped')).toBeTruthy()
})

test('a finished export is a plain download', async () => {
  withRows({ ExportBegin: () => ({ exportId: 5 }), ExportState: () => ({ state: 'ready', rows: 2, of: 2 }) })
  openConsole(list)
  const user = userEvent.setup()

  await user.click(await screen.findByRole('button', { name: 'Export 2' }))
  await user.click(await screen.findByRole('menuitem', { name: /CSV/ }))

  expect((await screen.findByRole('link', { name: 'Download' })).getAttribute('href')).toBe(
    '/staff/ExportDownload?exportId=5',
  )
})
