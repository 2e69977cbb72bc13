import { expect, test } from 'vitest'
import { fieldsOf, sightOf, topics } from './rules.ts'

const sight = (...grants: Parameters<typeof sightOf>[0]['grants']) => sightOf({ accountId: 7, grants })

test('CON-049: owners see all; organisers their events, finance money there, chairs and the desk what they did', () => {
  expect(sight({ role: 'owner', eventId: null }, { role: 'desk', eventId: 3 })).toBe('all')
  expect(sight({ role: 'organiser', eventId: 1 }, { role: 'organiser', eventId: 2 })).toEqual({
    accountId: 7,
    events: [1, 2],
    money: [],
  })
  expect(sight({ role: 'organiser', eventId: null })).toEqual({ accountId: 7, events: 'every', money: [] })
  expect(sight({ role: 'finance', eventId: null })).toEqual({ accountId: 7, events: [], money: 'every' })
  expect(sight({ role: 'finance', eventId: 1 }, { role: 'chair', eventId: 2 })).toEqual({
    accountId: 7,
    events: [],
    money: [1],
  })
  expect(sight({ role: 'desk', eventId: 1 })).toEqual({ accountId: 7, events: [], money: [] })
})

test('what moves money is money, and giving a role is not', () => {
  expect(topics.money.operations).toEqual(expect.arrayContaining(['ExceptionResolve', 'BankAsk']))
  expect(topics.money.operations).not.toContain('GrantGive')
  expect(topics.team.operations).toEqual(expect.arrayContaining(['GrantGive', 'GrantRevoke', 'InvitationSend']))
})

test('before and after stand side by side, field by field; what is long is cut between letters', () => {
  expect(fieldsOf({ name: 'One', seats: 3 }, { name: 'Two', seats: null, days: ['a'] }, 100)).toEqual([
    { name: 'days', before: null, after: '["a"]' },
    { name: 'name', before: 'One', after: 'Two' },
    { name: 'seats', before: '3', after: null },
  ])
  expect(fieldsOf(null, { name: '👩‍⚕️👩‍⚕️' }, 3)).toEqual([{ name: 'name', before: null, after: '👩‍⚕…' }])
})
