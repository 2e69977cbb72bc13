import { expect, test } from 'vitest'
import { chosenIn, letterTo } from './address.ts'

const read = (address: string) => chosenIn(new URL(address, 'http://localhost').searchParams)

test('people who were chosen one by one, or by a filter, are those a new letter is for', () => {
  expect(read(letterTo(3, { ids: [7, 9] }))).toEqual({ ids: [7, 9] })
  const filter = { eventId: '3', sort: '-since', search: 'Köln & co', seat: 'paid', not: 'seat', workshopId: '5' }
  expect(read(letterTo(3, { filter }))).toEqual({
    filter: { search: 'Köln & co', seat: 'paid', not: 'seat', workshopId: 5 },
  })
})

test('an address that names nobody, or is cut off, chooses nobody', () => {
  expect(read('/console/mail?eventId=3')).toEqual({})
  expect(read('/console/mail?ids=,x,-4')).toEqual({})
  expect(read('/console/mail?fits=%7B%22seat')).toEqual({})
})
