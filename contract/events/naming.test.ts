import { expect, test } from 'vitest'
import { eventTitle, venueIn } from './naming.ts'

test('an event is called by its name and its year, and by neither twice', () => {
  const startsOn = '2027-01-13'
  expect(
    ['Conference', 'Conference 2027', 'Congress 2027: Hearts', 'Vision 2020'].map((name) =>
      eventTitle({ name, startsOn }),
    ),
  ).toEqual(['Conference 2027', 'Conference 2027', 'Congress 2027: Hearts', 'Vision 2020 2027'])
})

test('a venue is followed by its town, unless it names it', () => {
  expect(
    [
      ['College Auditorium', 'Hyderabad'],
      ['Hyderabad', 'Hyderabad'],
      ['Main Hall, hyderabad', 'Hyderabad'],
      ['', 'Hyderabad'],
      ['Main Hall', ''],
    ].map(([venue = '', town = '']) => venueIn(venue, town)),
  ).toEqual(['College Auditorium, Hyderabad', 'Hyderabad', 'Main Hall, hyderabad', 'Hyderabad', 'Main Hall'])
})
