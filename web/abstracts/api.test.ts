import { afterEach, expect, test, vi } from 'vitest'
import * as calls from '#contract/calls.ts'
import type { Caller } from '#web/platform/useCall.ts'
import { askTwice, findSaved, shownOf } from './api.ts'
import type { Abstract } from './slice.ts'
import { missingIn, valuesFrom } from './useAbstractForm.ts'
import { hasChanged } from './useAutosave.ts'
import { wrongWith } from './useChosenFile.ts'
import { wordsIn } from './useDelivery.ts'

afterEach(() => vi.unstubAllGlobals())

const row = (pk: number, TitlePlain: string, more: Partial<Abstract> = {}): Abstract => ({
  pk,
  Title: TitlePlain,
  TitlePlain,
  Speciality: 'Radiology',
  SubSpeciality: 'CT',
  Status: 'Pending',
  AbstractLevel: 0,
  AbstractType: 'Oral',
  BackGround: '<p>one <b>two</b></p>',
  Material: '',
  Results: '<p>three</p><p>four</p>',
  Discussion: '',
  Words: 4,
  FileName: 'a.pdf',
  FileSize: 1,
  Version: 1,
  SavedAt: '2026-11-01T09:00:00.000Z',
  ...more,
})

test('a missing value is N/A, and a missing status is Draft', () => {
  expect(shownOf(row(1, 'Stroke'))).toEqual({
    title: 'Stroke',
    theme: 'Radiology',
    subTheme: 'CT',
    status: 'Pending',
  })
  expect(shownOf(row(1, '', { Speciality: '', SubSpeciality: '', Status: '' }))).toEqual({
    title: 'N/A',
    theme: 'N/A',
    subTheme: 'N/A',
    status: 'Draft',
  })
})

test('a row without a plain title shows the words of its title, in the list and in the form', () => {
  const { TitlePlain: _missing, ...specified } = row(1, '', { Title: 'Troponin <em>T</em> &amp; age' })
  for (const bare of [specified as Abstract, row(1, '', { Title: 'Troponin <em>T</em> &amp; age' })]) {
    expect(shownOf(bare).title).toBe('Troponin T & age')
    expect(valuesFrom(bare).Title).toBe('Troponin T & age')
    expect(findSaved([bare], { ...valuesFrom(bare), Title: 'troponin t & AGE' })?.pk).toBe(1)
  }
})

test('a new abstract is found by its title and type, ignoring case, and the newest of two', () => {
  const rows = [row(1, 'Stroke'), row(2, 'stroke '), row(3, 'Stroke', { AbstractType: 'Poster' })]
  expect(findSaved(rows, { ...valuesFrom(undefined), Title: 'STROKE', AbstractType: 'Oral' })?.pk).toBe(2)
  expect(findSaved(rows, { ...valuesFrom(undefined), Title: 'Asthma', AbstractType: 'Oral' })).toBeUndefined()
})

test('everything that is missing has its sentence, the file first', () => {
  expect(Object.entries(missingIn(valuesFrom(undefined), false))).toEqual([
    ['File', 'upload new file'],
    ['AbstractType', 'Please select an abstract type.'],
    ['Speciality', 'Please select a specialty.'],
    ['SubSpeciality', 'Please select a sub-specialty.'],
    ['Title', 'Abstract Title is required.'],
  ])
  expect(missingIn(valuesFrom(row(1, 'Stroke')), false)).toEqual({ File: 'upload new file' })
  expect(missingIn(valuesFrom(row(1, 'Stroke')), true)).toEqual({})
})

test('a file may have 52428800 bytes and one of eight endings, whatever their case', () => {
  expect(wrongWith({ name: 'a.PDF', size: 52_428_800 })).toBeUndefined()
  expect(wrongWith({ name: 'a.pdf', size: 52_428_801 })).toBe('File size exceeds 50MB')
  expect(wrongWith({ name: 'a.exe', size: 52_428_801 })).toBe('File size exceeds 50MB')
  for (const name of ['a.exe', 'pdf', 'a.pdf.zip', 'a.', '.docx '])
    expect([name, wrongWith({ name, size: 1 })]).toEqual([name, name === '.docx ' ? undefined : 'Invalid file type'])
})

test('words are counted for each section and in all, and an unchanged form is not unsaved', () => {
  const values = valuesFrom(row(1, 'Stroke'))
  expect(wordsIn(values)).toEqual({ each: { BackGround: 2, Material: 0, Results: 2, Discussion: 0 }, total: 4 })
  expect([hasChanged(values, { ...values }), hasChanged({ ...values, Title: 'S' }, values)]).toEqual([false, true])
})

test('what got no answer is asked once more, and then only noted', async () => {
  const noted = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', noted)
  const answers = [
    { kind: 'failed' },
    { kind: 'refused', status: 503, sentence: 'busy' },
    { kind: 'refused', status: 502, sentence: '' },
    { kind: 'reply' },
  ]
  const call = (async () => answers.shift()) as unknown as Caller
  expect(await askTwice(call, calls.Sessions, {})).toMatchObject({ kind: 'refused', status: 503 })
  expect(noted.mock.calls).toEqual([[new Error('Sessions failed')]])
  expect(await askTwice(call, calls.Sessions, {})).toEqual({ kind: 'reply' })
  expect(noted).toHaveBeenCalledTimes(1)
})
