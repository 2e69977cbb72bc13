import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { orderTexts } from '#contract/booking/texts.ts'
import { setAuthData } from '#web/accounts/slice.ts'
import { ContentProvider } from '#web/layout/content.tsx'
import { restored } from '#web/platform/visit.ts'
import { makeStore } from '#web/store.ts'
import { content } from '#web/testing/content.ts'
import { MyWorkshops } from './MyWorkshops.tsx'
import { useOrders } from './useOrders.ts'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const echo = {
  WorkshopID: 4,
  Topic: 'Focused Echo in Shock',
  theDate: '2025-10-23T04:00:00.000Z',
  Price: 4500,
  Venue: 'Cardiology Seminar Room',
  duration: 240,
}
const order = { PaymentCode: 'K7Q2M9', Total: 4500, Workshops: [echo], IsConfirming: false }

function Card() {
  return <MyWorkshops {...useOrders()} />
}

function show(...Table: object[]) {
  return showOn(content, ...Table)
}

function showOn(site: typeof content, ...Table: object[]) {
  fetched.mockResolvedValueOnce(Response.json({ Now: '2025-08-05T06:00:00.000Z', Table }))
  const store = makeStore()
  store.dispatch(restored({}))
  store.dispatch(setAuthData({ token: 'session-token' }))
  render(
    <Provider store={store}>
      <ContentProvider content={site}>
        <MemoryRouter>
          <Card />
        </MemoryRouter>
      </ContentProvider>
    </Provider>,
  )
  return store
}

test('an order that waits is paid from here, and says how long its seats are held', async () => {
  const store = show({ ...order, PaidStatus: 'added', HoldUntil: '2025-08-05T06:30:00.000Z' })
  expect((await screen.findByRole('listitem')).textContent).toBe(
    'Focused Echo in ShockThursday 23 October, 09:00, Cardiology Seminar RoomRS 4,500Pending paymentPay Now: Focused Echo in ShockCancel order: Focused Echo in ShockPayment code K7Q2M9. To pay in cash or by bank draft, tell the registration desk this code.Held for 30:00',
  )
  fetched.mockResolvedValueOnce(Response.json({ Transaction: { ResponseDescription: 'This order is already paid.' } }))
  await userEvent.click(screen.getByRole('button', { name: /Pay Now/ }))
  await vi.waitFor(() => expect(store.getState().visit.alerts).toEqual(['This order is already paid.']), 30_000)
})

test('a draft that was handed in is not asked for again: no Pay Now, no countdown, but what was received and until when', async () => {
  const AtDesk = { Way: 'draft', Voucher: 'V1-000007', HeldUntil: '2025-08-10T06:00:00.000Z' }
  show({ ...order, PaidStatus: 'added', HoldUntil: AtDesk.HeldUntil, AtDesk })
  const line = await screen.findByRole('listitem')
  expect(line.textContent).toContain(
    'Being confirmedWe received your bank draft at the registration desk (voucher V1-000007). We will email your receipt when the accounts office has confirmed it. Your seats are held until Sunday 10 August, 11:00; please do not pay again.',
  )
  expect(screen.queryByRole('button')).toBeNull()
  expect(line.textContent).not.toContain('Held for')
})

test('what was bought has a receipt, and what is being looked at says so', async () => {
  show({ ...order, PaidStatus: 'PAID' }, { ...order, PaymentCode: 'AAAAAA', PaidStatus: 'review' })
  const [bought, looked] = await screen.findAllByRole('listitem')
  expect(bought?.textContent).toContain('PurchasedReceipt')
  expect(looked?.textContent).toContain('The accounts office will write to you.')
  expect(screen.queryByRole('button', { name: /Pay Now/ })).toBeNull()
})

test('D2: a cancelled workshop that was paid for says so in place of day and hall, and what becomes of the money', async () => {
  show({ ...order, PaidStatus: 'PAID', Workshops: [{ ...echo, IsCancelled: true }] })
  const { textContent } = await screen.findByRole('listitem')
  expect(textContent).toContain(orderTexts.workshopCancelled)
  expect(textContent).toContain(orderTexts.cancelledPaid)
  expect(textContent).not.toMatch(/Cardiology Seminar Room|Purchased/)
})

test('money that went back is a line that says how much, when, and what became of the seats; its receipt stays', async () => {
  const RefundNote = 'Refunded RS 4,500 on 4 August 2025; your seats were given back.'
  show({ ...order, PaidStatus: 'refunded', RefundNote, ReceiptNumber: 'R1-000001', TimeZone: 'Asia/Karachi' })
  expect((await screen.findByRole('listitem')).textContent).toBe(
    `Focused Echo in ShockThursday 23 October, 09:00, Cardiology Seminar Room${RefundNote}RS 4,500RefundedReceipt: Focused Echo in Shock`,
  )
})

test('while no event is announced, times are those of the event that was bought, or of the college', async () => {
  const between = { ...content, event: null, site: { ...content.site, timeZone: 'Asia/Dubai' } }
  const bought = { ...order, PaidStatus: 'PAID' }
  showOn(between, { ...bought, TimeZone: 'Asia/Karachi' }, { ...bought, PaymentCode: 'AAAAAA' })
  const [ofTheEvent, ofTheCollege] = await screen.findAllByRole('listitem')
  expect(ofTheEvent?.textContent).toContain('09:00')
  expect(ofTheCollege?.textContent).toContain('08:00')
})

test('whoever began to pay reads what the bank says of it, and what it decided is shown', async () => {
  show({ ...order, PaidStatus: 'added', IsConfirming: true })
  const words = 'The bank says that nothing has been paid yet. Your seats are held; you can pay now.'
  const said = (ResponseCode: string, ResponseDescription: string) =>
    Response.json({ Table: [{ ResponseCode, ResponseDescription }] })
  fetched.mockResolvedValueOnce(said('not paid', words))
  expect(await screen.findByText(words)).toBeTruthy()

  fetched.mockResolvedValueOnce(said('0', 'Your payment was received. Your seats are booked.'))
  fetched.mockResolvedValueOnce(
    Response.json({ Now: '2025-08-05T06:01:00.000Z', Table: [{ ...order, PaidStatus: 'PAID' }] }),
  )
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  expect(await screen.findByText('Purchased')).toBeTruthy()
  expect(fetched.mock.calls.map(([address]) => (address as string).split('?')[0])).toEqual([
    '/api/MyOrders',
    '/payments/AskBank',
    '/payments/AskBank',
    '/api/MyOrders',
  ])
})

test('nothing bought, and nothing to be read, are told apart', async () => {
  show()
  expect(await screen.findByText(/No workshops yet/)).toBeTruthy()
  cleanup()
  fetched.mockReset()
  fetched.mockRejectedValueOnce(new TypeError('no network'))
  show()
  expect(await screen.findByText(/could not be read/)).toBeTruthy()
})
