import { expect, test } from 'vitest'
import { hour } from '#contract/durations.ts'
import { backupName, isBackupDue, isDrillDue, listName, outlived, sharesParts, timeOf } from './rules.ts'

const names = (times: Date[]) => times.map((time) => backupName(time, { sealed: true, shares: false }))
const every = (step: number, count: number, last = new Date('2027-03-31T03:00:00Z')) =>
  names(Array.from({ length: count }, (_, at) => new Date(last.getTime() - at * step)))

test('the name of a backup says when it was begun, and a file of another name is none', () => {
  const at = new Date('2026-11-17T03:00:05Z')
  expect(backupName(at, { sealed: true, shares: false })).toBe('colloquium-20261117T030005Z.tar.age')
  expect(timeOf(backupName(at, { sealed: false, shares: false }))).toEqual(at)
  const shared = backupName(at, { sealed: true, shares: true })
  expect([shared, listName(shared)]).toEqual([
    'colloquium-20261117T030005Z-shared.tar.age',
    'colloquium-20261117T030005Z-shared.list',
  ])
  expect([timeOf(shared), sharesParts(shared), sharesParts(backupName(at, { sealed: true, shares: false }))]).toEqual([
    at,
    true,
    false,
  ])
  for (const other of [
    listName(shared),
    'colloquium-20261117T030005Z.tar.age.part',
    'notes.txt',
    'colloquium-erased-0b1c2d3e.json',
  ])
    expect(timeOf(other)).toBeUndefined()
})

test('OPS-012: of nightly backups 7 days, 4 weeks and 12 months are kept', () => {
  const nightly = every(24 * hour, 800)
  const gone = new Set(outlived([...nightly, 'notes.txt']))
  const kept = nightly.filter((name) => !gone.has(name)).map((name) => timeOf(name)?.toISOString().slice(0, 10))
  expect(kept).toEqual([
    '2027-03-31', '2027-03-30', '2027-03-29', '2027-03-28', '2027-03-27', '2027-03-26', '2027-03-25',
    // Mondays to Sundays; the last of each.
    '2027-03-21', '2027-03-14',
    '2027-02-28', '2027-01-31', '2026-12-31', '2026-11-30', '2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31', '2026-04-30',
  ]) // prettier-ignore
  expect(gone.has('notes.txt')).toBe(false)
})

test('rotation night by night keeps what rotation at once keeps', () => {
  const nightly = every(24 * hour, 500).toReversed()
  let folder: string[] = []
  for (const name of nightly) {
    folder.push(name)
    const gone = new Set(outlived(folder))
    folder = folder.filter((each) => !gone.has(each))
  }
  const gone = new Set(outlived(nightly))
  expect(folder).toEqual(nightly.filter((name) => !gone.has(name)))
})

test('of hourly backups the last three are kept too', () => {
  const hourly = every(hour, 100)
  const gone = new Set(outlived(hourly))
  const kept = hourly.filter((name) => !gone.has(name)).map((name) => timeOf(name)?.toISOString().slice(5, 13))
  expect(kept).toEqual(['03-31T03', '03-31T02', '03-31T01', '03-30T23', '03-29T23', '03-28T23', '03-27T23'])
})

const timeZone = 'Asia/Karachi'
const at = (time: string) => new Date(time)

test("a backup is due at three in the college's night, or when that was missed", () => {
  const last = at('2026-11-16T22:00:00Z')
  const due = (now: string, isEmbedded = false) =>
    isBackupDue({ now: at(now), timeZone, last, isEmbedded, hasFailed: false })
  expect(due('2026-11-17T22:00:00Z')).toBe(true)
  expect(due('2026-11-17T03:00:00Z')).toBe(false)
  expect(due('2026-11-17T23:00:00Z')).toBe(false)
  expect(due('2026-11-18T00:00:00Z')).toBe(true)
  expect(due('2026-11-17T03:00:00Z', true)).toBe(true)
  expect(isBackupDue({ now: last, timeZone, last: undefined, isEmbedded: false, hasFailed: false })).toBe(true)
  expect(isBackupDue({ now: last, timeZone: 'UTC', last, isEmbedded: false, hasFailed: true })).toBe(true)
})

test('a drill is due on Sunday at four in the night, or when that was missed', () => {
  const last = at('2026-11-14T23:00:00Z')
  const due = (now: string) => isDrillDue({ now: at(now), timeZone, last })
  expect(due('2026-11-21T23:00:00Z')).toBe(true)
  expect(due('2026-11-20T23:00:00Z')).toBe(false)
  expect(due('2026-11-22T00:00:00Z')).toBe(false)
  expect(due('2026-11-22T02:00:00Z')).toBe(true)
})
