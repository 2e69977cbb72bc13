import { expect, test } from 'vitest'
import { z } from 'zod'
import * as factors from './accounts/factors.ts'
import * as staff from './accounts/staff.ts'
import * as team from './accounts/team.ts'
import * as audit from './audit/audit.ts'
import * as exports from './exports.ts'
import { listOf } from './list.ts'
import { type Operation, whole } from './operation.ts'
import { exceptionKinds, waysFor } from './payments/exception-kinds.ts'
import * as exceptions from './payments/exceptions.ts'

const operations = Object.values({ ...staff, ...factors, ...team, ...audit, ...exports, ...exceptions }).filter(
  (each): each is Extract<typeof each, Operation> => 'token' in each,
)

test('every call of staff stands under its own name', () => {
  expect(operations.map(({ path }) => path.split('/').at(-1))).toEqual(operations.map(({ name }) => name))
})

test('whoever is staff has a permission for each call, or asks about themselves', () => {
  expect(operations.filter((each) => each.token === 'staff' && !each.may)).toEqual([])
  expect(operations.filter(({ token }) => token === 'none').map(({ name }) => name)).toEqual([
    'StaffSignIn',
    'StaffWelcome',
    'PasskeySignInBegin',
    'PasskeySignIn',
    'InvitationShow',
    'InvitationAccept',
  ])
})

test('a list takes a search, its own filters, one of its orders and a place to go on from', () => {
  const { input } = listOf(z.object({ id: z.number() }), {
    filters: { eventId: whole(1, 9).optional() },
    sorts: ['name', '-name'],
  })

  expect(input.parse({ search: ' Komal ', eventId: '3', sort: '-name', cursor: 'c', limit: '20' })).toEqual({
    search: 'Komal',
    eventId: 3,
    sort: '-name',
    cursor: 'c',
    limit: 20,
  })
  expect(input.safeParse({ sort: 'password' }).success).toBe(false)
  expect(input.safeParse({ limit: '201' }).success).toBe(false)
})

test('a resolution needs a way and a note, and says both at once', () => {
  const { error } = exceptions.ExceptionResolve.input.safeParse({ id: 1, version: 1, way: 'dance', note: '  ' })

  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['way', 'Please choose what was done.'],
    ['note', 'Please write what was done, for whoever looks at it later.'],
  ])
})

test('staff need twelve characters, however many bytes each has', () => {
  const { input } = staff.StaffSetPassword

  expect(input.safeParse({ password: 'short words' }).success).toBe(false)
  expect(input.safeParse({ password: 'چمن میں پھول' }).success).toBe(true)
})

test('no kind of exception is without a way out', () => {
  expect(exceptionKinds.filter((kind) => waysFor[kind].length === 0)).toEqual([])
})
