import { expect, test } from 'vitest'
import type { WorkshopRow } from '#contract/events/workshops.ts'
import { hasEnded, marked, refreshed, stateOf } from './api.ts'

const row = (changes: Partial<WorkshopRow> = {}): WorkshopRow => ({
  WorkshopID: 4,
  Topic: 'Focused Echo in Shock',
  theDate: '2025-10-23T04:00:00.000Z',
  Price: 4500.5,
  Facilitators: 'Dr Hina Talpur',
  Venue: 'Cardiology Seminar Room',
  duration: 240,
  Focal: '',
  PaymentCode: '',
  PaidStatus: '',
  Seats: 16,
  SeatsLeft: 3,
  HasBegun: false,
  ...changes,
})

const stateWith = (changes: Partial<WorkshopRow>, cart = [{ WorkshopID: 9 }]) =>
  refreshed([], [row(changes)]).map((workshop) => stateOf(workshop, cart))[0]

test('a workshop is in exactly one state', () => {
  const inCart = [{ WorkshopID: 4 }]
  expect([
    stateWith({}),
    stateWith({}, inCart),
    stateWith({ SeatsLeft: 0 }),
    stateWith({ SeatsLeft: 0 }, inCart),
    stateWith({ HasBegun: true }),
    stateWith({ PaidStatus: 'added', SeatsLeft: 0 }),
    stateWith({ PaidStatus: 'PAID', SeatsLeft: 0 }, inCart),
  ]).toEqual(['available', 'cart', 'full', 'full', 'full', 'pending', 'paid'])
})

test('until the list has come, nothing is promised', () => {
  const [drawn] = refreshed([], [row()]).map(({ live: _live, ...workshop }) => workshop)
  expect(drawn && stateOf(drawn, [])).toBe('unknown')
})

test('a failed seat check marks the workshop until the list says something new', () => {
  const before = marked(refreshed([], [row(), row({ WorkshopID: 5 })]), [4])
  const states = (workshops: typeof before) => workshops.map((workshop) => stateOf(workshop, []))
  expect(states(before)).toEqual(['full', 'available'])
  expect(states(refreshed(before, [row(), row({ WorkshopID: 5 })]))).toEqual(['full', 'available'])
  const after = refreshed(before, [row({ SeatsLeft: 2 }), row({ WorkshopID: 5 })])
  expect(states(after)).toEqual(['available', 'available'])
  expect(states(refreshed(after, [row(), row({ WorkshopID: 5 })]))).toEqual(['available', 'available'])
})

test('rupees of the list are counted in paisa', () => {
  expect(refreshed([], [row()])[0]?.price).toBe(450_050)
})

test('a hold has ended when its time is over and its seats are neither held nor paid', () => {
  const order = (seconds: number) => ({ heldUntil: performance.now() + seconds * 1000, Workshops: [{ WorkshopID: 4 }] })

  expect(hasEnded(order(0.5), [row()])).toBe(true)
  expect(hasEnded(order(-3600), [row({ WorkshopID: 5, PaidStatus: 'PAID' }), row()])).toBe(true)
  // Given up by the person, paid, or still held.
  expect(hasEnded(order(60), [row()])).toBe(false)
  expect(hasEnded(order(0.5), [row({ PaidStatus: 'PAID' })])).toBe(false)
  expect(hasEnded(order(0.5), [row({ PaidStatus: 'added' })])).toBe(false)
  expect(hasEnded({ ...order(0), heldUntil: undefined }, [row()])).toBe(false)
})
