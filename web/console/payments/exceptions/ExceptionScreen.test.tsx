import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { exceptionTexts } from '#contract/payments/exception-kinds.ts'
import { anException } from '#web/testing/exceptions.ts'
import { answerWith, type Answers, bilal, openConsole, refused } from '#web/testing/staff.tsx'
import type { Exception } from './exception-words.ts'

const address = '/console/finance/exceptions/1'
const note = 'Called her; she takes the seat of next week.'
const closed = (by = 'Bilal Ansari', words = note): Exception =>
  anException({
    version: 2,
    resolvedAt: '2026-08-05T09:00:00.000Z',
    ways: [],
    resolution: { at: '2026-08-05T09:00:00.000Z', by, note: words },
  })

function withException(exception: Exception, more: Answers = {}) {
  const none = { rows: [], next: null, total: 0, totalIsExact: true }
  let shown = exception
  const { ExceptionResolve: resolve, ...others } = more
  const answers = { StaffMe: () => bilal, ExceptionShow: () => shown, ExceptionsList: () => none, ...others }
  if (!resolve) return answerWith(answers)
  return answerWith({
    ...answers,
    ExceptionResolve: async (input) => {
      const answer = await resolve(input)
      if ('exception' in answer) shown = answer.exception as Exception
      return answer
    },
  })
}
const resolves = (asked: [string, object][]) => asked.filter(([name]) => name === 'ExceptionResolve')

test('the story of the payment is told, with its figures and the person', async () => {
  withException(anException())
  openConsole(address)

  expect(await screen.findByRole('heading', { level: 1, name: 'Money came when the seats were gone' })).toBeTruthy()
  expect(screen.getByText('The seats had gone to somebody else.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'komal.bhutto@example.org' })).toBeTruthy()
  expect(screen.getByText('The bank took')).toBeTruthy()
})

test('a case is closed with a note, and the screen says who did it', async () => {
  const { asked } = withException(anException(), {
    ExceptionResolve: () => ({ refund: null, exception: closed() }),
  })
  openConsole(address)
  const user = userEvent.setup()

  await user.click(await screen.findByLabelText('Settled another way: close it'))
  await user.type(screen.getByLabelText('What was done, and why'), note)
  await user.click(screen.getByRole('button', { name: 'Close with this note' }))

  expect(await screen.findByRole('heading', { name: 'Resolved' })).toBeTruthy()
  expect(screen.getByText(note)).toBeTruthy()
  expect(resolves(asked)).toEqual([['ExceptionResolve', { id: 1, version: 1, way: 'close', note }]])
})

test('without a way and a note nothing is sent, and both are asked for at once', async () => {
  const { asked } = withException(anException())
  openConsole(address)
  const user = userEvent.setup()

  await user.click(await screen.findByRole('button', { name: 'Close with this note' }))

  expect(screen.getByText('Please choose what was done.')).toBeTruthy()
  expect(screen.getByText('Please write what was done, for whoever looks at it later.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Give the money back'))
  expect(resolves(asked)).toEqual([])
})

test('what the server finds wrong stands at its field, and what was typed stays', async () => {
  withException(anException(), {
    ExceptionResolve: () =>
      refused(422, {
        code: 'invalid',
        message: 'Some fields need another look.',
        fields: [{ path: 'note', message: 'Please name the voucher.' }],
      }),
  })
  openConsole(address)
  const user = userEvent.setup()

  await user.click(await screen.findByLabelText('Settled another way: close it'))
  await user.type(screen.getByLabelText('What was done, and why'), 'Paid out')
  await user.click(screen.getByRole('button', { name: 'Close with this note' }))

  expect(await screen.findByText('Please name the voucher.')).toBeTruthy()
  expect(screen.getByLabelText('What was done, and why')).toHaveProperty('value', 'Paid out')
})

test('two resolve the same case: the second is told who was first, and sees both notes', async () => {
  withException(anException(), {
    ExceptionResolve: () =>
      refused(409, {
        code: 'conflict',
        message: 'Somebody else changed this meanwhile.',
        stored: closed('Zainab Qureshi', 'Given back at the bank.'),
      }),
  })
  openConsole(address)
  const user = userEvent.setup()

  await user.click(await screen.findByLabelText('Settled another way: close it'))
  await user.type(screen.getByLabelText('What was done, and why'), note)
  await user.click(screen.getByRole('button', { name: 'Close with this note' }))

  expect((await screen.findByText(/Somebody else changed this/)).parentElement?.textContent).toContain(
    'Somebody else changed this meanwhile. It was Zainab Qureshi.',
  )
  expect(screen.getByText(note)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Leave it as stored' }))
  expect(await screen.findByText('Given back at the bank.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Resolved' })).toBeTruthy()
})

test('money goes back only after the amount was confirmed', async () => {
  const { asked } = withException(anException(), {
    ExceptionResolve: () => ({ refund: 'done', exception: closed() }),
  })
  openConsole(address)
  const user = userEvent.setup()

  await user.click(await screen.findByLabelText('Give the money back'))
  await user.type(screen.getByLabelText('What was done, and why'), 'No seat left')
  await user.click(screen.getByRole('button', { name: 'Give back RS 5,000' }))
  await user.click(await screen.findByRole('button', { name: 'Not now' }))
  expect(resolves(asked)).toEqual([])

  await user.click(screen.getByRole('button', { name: 'Give back RS 5,000' }))
  const [, sure] = await screen.findAllByRole('button', { name: 'Give back RS 5,000' })
  await user.click(sure as HTMLElement)
  await waitFor(() => expect(resolves(asked)).toHaveLength(1))
  expect(await screen.findByRole('heading', { name: 'Resolved' })).toBeTruthy()
})

test('a refund that the bank did not answer is told as such, and the case stays open', async () => {
  withException(anException({ ways: [{ way: 'refund', why: null }] }), {
    ExceptionResolve: () => ({
      refund: 'unknown',
      exception: anException({ version: 2, ways: [{ way: 'refund', why: null }] }),
    }),
  })
  openConsole(address)
  const user = userEvent.setup()

  await user.type(await screen.findByLabelText('What was done, and why'), 'No seat left')
  await user.click(screen.getByRole('button', { name: 'Give back RS 5,000' }))
  const [, sure] = await screen.findAllByRole('button', { name: 'Give back RS 5,000' })
  await user.click(sure as HTMLElement)

  expect(await screen.findByText(/the bank did not say/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Ways out' })).toBeTruthy()
})

test('what another gateway took is not offered to be given back, and the screen says why', async () => {
  withException(
    anException({
      ways: [
        { way: 'refund', why: exceptionTexts.refundElsewhere },
        { way: 'close', why: null },
      ],
    }),
  )
  openConsole(address)

  expect(await screen.findByLabelText('Give the money back')).toHaveProperty('disabled', true)
  expect(screen.getByText(/through another gateway/)).toBeTruthy()
  expect(screen.getByLabelText('Settled another way: close it')).toHaveProperty('checked', true)
})

test('the bank is asked, and what it says is read out', async () => {
  const { asked } = withException(
    anException({
      kind: 'unresolved_attempt',
      ways: [{ way: 'close', why: null }],
      attempt: { attemptId: 901, transactionId: null, mayAsk: true },
    }),
    { BankAsk: () => ({ code: 'none', words: 'No payment is known under this number.' }) },
  )
  openConsole(address)
  const user = userEvent.setup()

  await user.click(await screen.findByRole('button', { name: 'Ask the bank now' }))

  expect(await screen.findByText(/No payment is known under this number/)).toBeTruthy()
  expect(asked).toContainEqual(['BankAsk', { attemptId: 901 }])
})

test('somebody who may only read is told who can resolve it', async () => {
  const events = bilal.events.map((event) => ({ ...event, may: ['event.read', 'finance.read'] as const }))
  withException(anException(), { StaffMe: () => ({ ...bilal, events }) })
  openConsole(address)

  expect(await screen.findByText('You may read this. Owners and finance can resolve it.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Close with this note' })).toBeNull()
})

test('a case that does not exist, or is of an event of others, is simply not there', async () => {
  withException(anException(), {
    ExceptionShow: () => refused(404, { code: 'not_found', message: 'There is nothing at this address.' }),
  })
  openConsole(address)

  expect(await screen.findByText('There is no such payment')).toBeTruthy()
})

test('where the bank gave back a part, the button says what is left to be paid out', async () => {
  const givenBack = [{ amount: 450_000, currency: 'PKR' }]
  const ways: Exception['ways'] = [{ way: 'payout', why: null }]
  withException(anException({ kind: 'refund_difference', givenBack, ways }))
  openConsole(address)

  expect(await screen.findByRole('button', { name: 'Record a payout of RS 500' })).toBeTruthy()
})

test('what the bank said stays to be read when there is nothing more to ask', async () => {
  let mayAsk = true
  const attempt = { attemptId: 901, transactionId: '418203551954' }
  withException(anException(), {
    ExceptionShow: () => anException({ attempt: { ...attempt, mayAsk } }),
    BankAsk: () => {
      mayAsk = false
      return { code: '0', words: 'Your payment was received.' }
    },
  })
  openConsole(address)

  await userEvent.setup().click(await screen.findByRole('button', { name: 'Ask the bank now' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Ask the bank now' })).toBeNull())
  expect(screen.getByText(/Your payment was received\./)).toBeTruthy()
})
