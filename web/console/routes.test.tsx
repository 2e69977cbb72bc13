import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anException, rowOf } from '#web/testing/exceptions.ts'
import { answerWith, bilal, openConsole, refused, signInFirst } from '#web/testing/staff.tsx'

const none = { rows: [], next: null, total: 0, totalIsExact: true }

test('whoever is not signed in comes back after it to where they were', async () => {
  let isIn = false
  const { asked } = answerWith({
    StaffMe: () => (isIn ? bilal : signInFirst()),
    ExceptionsList: () => none,
    StaffSignIn: ({ password }) => {
      if (password !== 'a long enough one')
        return refused(401, { code: 'sign_in_first', message: 'Email or password incorrect' })
      isIn = true
      return { name: 'Bilal Ansari', needs: null }
    },
  })
  const { address } = openConsole('/console/finance/exceptions?kind=wrong_amount')
  const user = userEvent.setup()

  await user.type(await screen.findByLabelText('Email'), 'bilal.ansari@example.org')
  await user.type(screen.getByLabelText('Password'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Email or password incorrect')
  await user.clear(screen.getByLabelText('Password'))
  await user.type(screen.getByLabelText('Password'), 'a long enough one')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  expect(await screen.findByRole('heading', { name: 'Payments that need a person' })).toBeTruthy()
  expect(address()).toBe('/console/finance/exceptions?kind=wrong_amount')
  expect(JSON.stringify(asked.filter(([name]) => name !== 'StaffSignIn'))).not.toContain('long enough')
})

test('Back reads a list again that others have changed, and a link within seconds does not', async () => {
  let total = 0
  answerWith({
    StaffMe: () => bilal,
    ExceptionsList: () => ({ ...none, total, rows: total ? [rowOf(anException())] : [] }),
    ExceptionShow: () => ({ exception: anException() }),
  })
  const { client, router } = openConsole('/console/finance/exceptions')
  // As in the product; other tests keep nothing.
  client.setDefaultOptions({ queries: { retry: false, staleTime: 15_000 } })
  await screen.findByText('No payment needs a person')

  await act(() => router.navigate('/console/password'))
  total = 1
  await act(() => router.navigate('/console/finance/exceptions'))
  // The control: a list that was read a moment ago is shown as it was.
  await screen.findByText('No payment needs a person')
  await new Promise((done) => setTimeout(done, 200))
  expect(screen.queryAllByText(/Komal Bhutto/)).toEqual([])
  await act(() => router.navigate('/console/password'))
  await act(() => router.navigate(-1))
  expect(await screen.findAllByText(/Komal Bhutto/)).not.toEqual([])
})

test('a session that ended while somebody looked leads to the sign-in page', async () => {
  let isOver = false
  answerWith({
    StaffMe: () => (isOver ? signInFirst() : bilal),
    ExceptionsList: () => (isOver ? signInFirst() : none),
  })
  const { address } = openConsole('/console/finance/exceptions')
  const user = userEvent.setup()
  await screen.findByText('No payment needs a person')

  isOver = true
  await user.selectOptions(screen.getByLabelText('What happened'), 'Paid twice')

  await screen.findByRole('button', { name: 'Sign in' })
  expect(address()).toBe('/console/signin?to=%2Fconsole%2Ffinance%2Fexceptions%3Fkind%3Dduplicate_capture')
})

test('a session that ended while somebody typed leads there too', async () => {
  let isOver = false
  const unlessOver = (reply: object) => () => (isOver ? signInFirst() : reply)
  answerWith({
    StaffMe: unlessOver(bilal),
    ExceptionsList: unlessOver(none),
    ExceptionShow: unlessOver(anException()),
    ExceptionResolve: unlessOver({}),
  })
  const { address } = openConsole('/console/finance/exceptions/1')
  const user = userEvent.setup()

  await user.click(await screen.findByLabelText('Settled another way: close it'))
  await user.type(screen.getByLabelText('What was done, and why'), 'Paid out at the desk')
  isOver = true
  await user.click(screen.getByRole('button', { name: 'Close with this note' }))

  await screen.findByRole('button', { name: 'Sign in' })
  expect(address()).toBe('/console/signin?to=%2Fconsole%2Ffinance%2Fexceptions%2F1%3FeventId%3D2')
})

test('the bare address is the overview of the event, which the address names', async () => {
  answerWith({ StaffMe: () => bilal, ExceptionsList: () => none })
  const { address } = openConsole('/console')

  await screen.findByRole('heading', { name: 'Overview' })
  expect(address()).toBe('/console?eventId=2')
})

test('a screen that no role opens says whom it is for, and the rail does not name it', async () => {
  const events = bilal.events.map((event) => ({ ...event, may: ['event.read'] as const }))
  answerWith({ StaffMe: () => ({ ...bilal, events }) })
  openConsole('/console/finance/exceptions')

  expect(await screen.findByText(/This screen is for owners and finance/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Finance/ })).toBeNull()
})

test('an address without a screen says so', async () => {
  answerWith({ StaffMe: () => bilal, ExceptionsList: () => none })
  openConsole('/console/nowhere/at/all')

  expect(await screen.findByText('There is no screen at this address')).toBeTruthy()
})

test('a weak password is changed before anything else, and a common one is refused', async () => {
  let isWeak = true
  answerWith({
    StaffMe: () => ({ ...bilal, needs: isWeak ? 'password' : null }),
    ExceptionsList: () => none,
    StaffSetPassword: ({ password }) => {
      if (password === 'password12345')
        return refused(422, {
          code: 'invalid',
          message: 'Some fields need another look.',
          fields: [{ path: 'password', message: 'Choose another one: many people use this password.' }],
        })
      isWeak = false
      return {}
    },
  })
  openConsole('/console/finance/exceptions')
  const user = userEvent.setup()

  const field = await screen.findByLabelText('New password')
  await user.type(field, 'short')
  await user.click(screen.getByRole('button', { name: 'Set the password' }))
  expect(screen.getByText(/Use at least 12 characters/)).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'password12345')
  await user.click(screen.getByRole('button', { name: 'Set the password' }))
  expect(await screen.findByText(/many people use this password/)).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'four words that nobody knows')
  await user.click(screen.getByRole('button', { name: 'Set the password' }))

  expect(await screen.findByRole('heading', { name: 'Payments that need a person' })).toBeTruthy()
})

test('the link of a first owner sets a password, and leaves the address at once', async () => {
  history.replaceState(null, '', '/console/welcome#a-link-of-256-bits')
  const { asked } = answerWith({
    StaffMe: () => bilal,
    ExceptionsList: () => none,
    StaffWelcome: () => ({ name: 'Bilal Ansari' }),
  })
  openConsole('/console/welcome')
  const user = userEvent.setup()

  await user.type(await screen.findByLabelText('New password'), 'four words that nobody knows')
  expect(location.hash).toBe('')
  await user.click(screen.getByRole('button', { name: 'Set the password and go in' }))

  await screen.findByRole('heading', { name: 'Overview' })
  expect(asked.find(([name]) => name === 'StaffWelcome')?.[1]).toEqual({
    link: 'a-link-of-256-bits',
    password: 'four words that nobody knows',
  })
})

test('an event is chosen in the bar with the keyboard, and stands in the address', async () => {
  const earlier = { eventId: 1, name: 'Annual Medical Conference 2025', isCurrent: false, timeZone: 'Asia/Karachi' }
  const events = [...bilal.events, { ...earlier, may: ['finance.read'] as const }]
  const { asked } = answerWith({ StaffMe: () => ({ ...bilal, events }), ExceptionsList: () => none })
  const { address } = openConsole('/console/finance/exceptions')
  const user = userEvent.setup()

  await screen.findByText('No payment needs a person')
  screen.getByRole('button', { name: 'Event: All your events' }).focus()
  await user.keyboard('{ArrowDown}')
  await screen.findAllByRole('menuitemradio')
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')

  await waitFor(() => expect(address()).toBe('/console/finance/exceptions?eventId=1'))
  await waitFor(() => expect(asked.at(-1)?.[1]).toMatchObject({ eventId: '1' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Event: Annual Medical Conference 2025' }))
})

test('signing out leaves nothing of what was shown', async () => {
  let isIn = true
  answerWith({
    StaffMe: () => (isIn ? bilal : signInFirst()),
    ExceptionsList: () => none,
    StaffSignOut: () => {
      isIn = false
      return {}
    },
  })
  const { router } = openConsole('/console/finance/exceptions')
  const user = userEvent.setup()

  await screen.findByText('No payment needs a person')
  await user.click(screen.getByRole('button', { name: 'Sign out', hidden: true }))

  expect(await screen.findByRole('heading', { name: 'Sign in to the console' })).toBeTruthy()
  await router.navigate('/console/finance/exceptions')
  expect(await screen.findByRole('heading', { name: 'Sign in to the console' })).toBeTruthy()
})
