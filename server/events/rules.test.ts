import { expect, test } from 'vitest'
import { type Dates, dateProblems, EventFields } from '#contract/events/event-fields.ts'
import { WorkshopFields } from '#contract/events/workshop-fields.ts'
import {
  checkEvent,
  daysAfter,
  type Facts,
  firstDates,
  movedDates,
  movesTooEarly,
  needsNotice,
  weeksLater,
  workshopProblems,
  workshopState,
} from './rules.ts'

const dates: Dates = {
  opensOn: '2026-07-01',
  abstractsCloseOn: '2026-08-14',
  decisionsOn: '2026-08-31',
  registrationClosesOn: '2026-09-10',
  workshopsFrom: '2026-09-18',
  startsOn: '2026-09-21',
  endsOn: '2026-09-23',
}
const ready: Facts = {
  ...dates,
  theme: 'From Evidence to Bedside',
  lead: 'Three days',
  venue: 'College Auditorium',
  flyer: '/art/flyer-conference.svg',
  today: '2026-06-01',
  disciplines: 11,
  emptyDisciplines: 0,
  workshops: 14,
  workshopsAfterEnd: 0,
  workshopsTooEarly: 0,
  workshopsBegun: 0,
  workshopsWithoutFacilitator: 0,
  workshopsWithoutSeats: 0,
  pricedWorkshops: 3,
  sameName: false,
  takesMoney: true,
  sendsMail: true,
  samplePages: [],
  sampleProgrammes: [],
}
const codes = (change: Partial<Facts>) => {
  const { stops, warnings } = checkEvent({ ...ready, ...change })
  return { stops: stops.map(({ code }) => code), warnings: warnings.map(({ code }) => code) }
}

test('an event that is ready has nothing in its way, and is told what is done', () => {
  expect(checkEvent(ready)).toEqual({
    stops: [],
    warnings: [],
    done: [
      { code: 'event_over', sentence: 'The days of the event are still to come' },
      { code: 'no_discipline', sentence: '11 disciplines to submit to' },
      { code: 'workshop_after_end', sentence: '14 workshops, none after the end' },
      { code: 'words_missing', sentence: 'Name, theme, description, venue and flyer' },
      { code: 'no_bank', sentence: 'A bank that takes payments' },
      { code: 'no_mail', sentence: 'A mail server that sends emails' },
      { code: 'sample_programmes', sentence: 'No sample text on the pages' },
    ],
  })
})

test.each<[string, Partial<Facts>, { stops?: string[]; warnings?: string[] }]>([
  [
    'registration closes after the end',
    { registrationClosesOn: '2026-09-24' },
    { stops: ['dates_registrationClosesOn'] },
  ],
  [
    'abstracts close after the end',
    { abstractsCloseOn: '2026-09-24' },
    { stops: ['dates_abstractsCloseOn'], warnings: ['decisions_first'] },
  ],
  ['it is over', { today: '2026-10-01' }, { stops: ['event_over', 'registration_over'], warnings: ['abstracts_over'] }],
  [
    'there is nothing to submit to',
    { disciplines: 0, emptyDisciplines: 1 },
    { stops: ['no_discipline'], warnings: ['discipline_without_fields'] },
  ],
  [
    'it takes no abstracts, whose dates then do not matter',
    { disciplines: 0, abstractsCloseOn: '2026-08-01', today: '2026-08-02', decisionsOn: '2026-07-01' },
    { warnings: ['no_abstracts'] },
  ],
  ['a workshop is after its end', { workshopsAfterEnd: 1 }, { stops: ['workshop_after_end'] }],
  ['words are missing', { theme: '', flyer: '' }, { warnings: ['words_missing'] }],
  ['another has its name', { sameName: true }, { warnings: ['same_name'] }],
  ['a discipline has no field', { emptyDisciplines: 2 }, { warnings: ['discipline_without_fields'] }],
  ['it has no workshop', { workshops: 0, pricedWorkshops: 0, takesMoney: false }, { warnings: ['no_workshops'] }],
  [
    'workshops are not ready',
    { workshopsTooEarly: 1, workshopsBegun: 1, workshopsWithoutFacilitator: 4, workshopsWithoutSeats: 1 },
    { warnings: ['workshop_too_early', 'workshop_begun', 'no_facilitator', 'no_seats'] },
  ],
  [
    'the pages are still the sample',
    {
      samplePages: [{ page: 'contact', texts: ['cpd@indusmedical.example'], eventId: null }],
      sampleProgrammes: ['ECG'],
    },
    { warnings: ['sample_contact', 'sample_programmes'] },
  ],
  ['nobody takes money or letters', { takesMoney: false, sendsMail: false }, { warnings: ['no_bank', 'no_mail'] }],
])('CON-061: before publishing staff hear that %s', (_what, change, { stops = [], warnings = [] }) => {
  expect(codes(change)).toEqual({ stops, warnings })
})

test('each finding says where it is repaired', () => {
  const { stops } = checkEvent({ ...ready, registrationClosesOn: '2026-09-24', disciplines: 0, emptyDisciplines: 1 })
  expect(stops.map(({ repair }) => repair)).toEqual([
    { address: '/console/event#registrationClosesOn', label: 'Correct the date' },
    { address: '/console/event?part=disciplines', label: 'Add one' },
  ])
})

test('a copy keeps every weekday, also from a 29 February and over a leap year', () => {
  const weekday = (day: string) => new Date(day).getUTCDay()
  const leap = { ...dates, opensOn: '2028-02-29' }
  for (const weeks of [0, 1, 52, 53, 261]) {
    const moved = weeksLater(leap, weeks)
    expect(Object.values(moved).map(weekday)).toEqual(Object.values(leap).map(weekday))
  }
  expect(weeksLater(leap, 52).opensOn).toBe('2029-02-27')
  expect(daysAfter('2028-02-28', 1)).toBe('2028-02-29')
  expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01')
})

test('a new event begins with dates that can be together, however soon it is', () => {
  for (const today of ['2026-01-01', '2026-09-01', '2026-09-21', '2026-09-23']) {
    expect(dateProblems(firstDates(dates, today))).toEqual([])
  }
})

test('CON-056: dates that are none, reversed or too late are each said at their field', () => {
  const fields = {
    name: 'A',
    shortName: '',
    theme: '',
    lead: '',
    venue: '',
    flyer: '',
    timeZone: 'Asia/Karachi',
    ...dates,
  }
  const wrong = (change: object) =>
    EventFields.safeParse({ ...fields, ...change }).error?.issues.map(({ path }) => path.join('.'))
  expect(wrong({})).toBe(undefined)
  expect(wrong({ opensOn: '2027-02-29', endsOn: '2026-9-1', startsOn: '' })).toEqual(['opensOn', 'startsOn', 'endsOn'])
  expect(wrong({ timeZone: '+05:00' })).toEqual(['timeZone'])
  expect(wrong({ flyer: 'javascript:alert(1)' })).toEqual(['flyer'])
  expect(wrong({ flyer: '//elsewhere.example/x.png' })).toEqual(['flyer'])
  expect(EventFields.parse({ ...fields, opensOn: '2028-02-29' }).opensOn).toBe('2028-02-29')
  expect(dateProblems({ ...dates, endsOn: '2026-06-01' }).map(({ path }) => path)).toEqual([
    'endsOn',
    'registrationClosesOn',
    'abstractsCloseOn',
  ])
})

test('a last date moves later at once, and earlier never before the end of today', () => {
  const moved = (abstractsCloseOn: string) => movedDates(dates, { ...dates, abstractsCloseOn })
  const today = '2026-08-01'
  expect(moved('2026-08-14')).toEqual([])
  expect(movesTooEarly(moved('2026-08-20'), today)).toEqual([])
  expect(movesTooEarly(moved('2026-08-01'), today)).toEqual([])
  expect(movesTooEarly(moved('2026-07-31'), today).map(({ path }) => path)).toEqual(['abstractsCloseOn'])
})

test('whoever has a draft is written to when less than three days are left', () => {
  const now = new Date('2026-08-01T09:00:00Z')
  const earlier = { which: 'abstracts', from: '2026-08-14', to: '2026-08-03' } as const
  expect(needsNotice(earlier, new Date('2026-08-03T19:00:00Z'), now)).toBe(true)
  expect(needsNotice(earlier, new Date('2026-08-04T19:00:00Z'), now)).toBe(false)
  expect(needsNotice({ ...earlier, to: '2026-08-15' }, new Date('2026-08-03T19:00:00Z'), now)).toBe(false)
})

test('a workshop sells until it is full, stopped, begun or cancelled', () => {
  const now = new Date('2026-09-18T04:00:00Z')
  const open = { startsAt: new Date('2026-09-18T04:00:01Z'), salesStoppedAt: null, cancelledAt: null, free: 1 }
  expect(workshopState(open, now)).toBe('selling')
  expect(workshopState({ ...open, free: 0 }, now)).toBe('full')
  expect(workshopState({ ...open, free: 0, salesStoppedAt: now }, now)).toBe('stopped')
  expect(workshopState({ ...open, startsAt: now, salesStoppedAt: now }, now)).toBe('over')
  expect(workshopState({ ...open, startsAt: now, salesStoppedAt: now, cancelledAt: now }, now)).toBe('cancelled')
})

test('a workshop has room for whoever has a seat, is not after its event, and is not moved into the past', () => {
  const now = new Date('2026-09-18T04:00:00Z')
  const startsAt = new Date('2026-09-21T04:00:00Z')
  const before = { seatsTaken: 1, paid: 1, startsAt }
  const problems = (wish: object, stored: typeof before | null = before) =>
    workshopProblems({ seats: 1, date: '2026-09-21', startsAt, ...wish }, stored ?? undefined, {
      endsOn: '2026-09-23',
      now,
    })
  expect(problems({})).toEqual([])
  expect(problems({ seats: 0 })).toEqual([
    { path: 'seats', message: '1 seat is taken: 1 paid, 0 held. The lowest you can set is 1.' },
  ])
  expect(problems({ date: '2026-09-24' })).toEqual([{ path: 'date', message: 'This is after the end of the event.' }])
  expect(problems({ startsAt: now })).toEqual([{ path: 'time', message: 'This time is over.' }])
  // One that has begun can still get another room.
  expect(problems({ startsAt: now }, { ...before, startsAt: now })).toEqual([])
  expect(problems({ seats: 0 }, null)).toEqual([])
})

test('seats and prices are taken as whole numbers, or as somebody types them', () => {
  const { seats } = WorkshopFields.shape
  expect([' 16 ', 16, '0'].map((value) => seats.safeParse(value).data)).toEqual([16, 16, 0])
  for (const odd of ['', '-1', '1e3', '0x10', null, true, [], 1.5, 2 ** 53, Number.NaN])
    expect([odd, seats.safeParse(odd).success]).toEqual([odd, false])
})
