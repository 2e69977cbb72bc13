import { expect, test } from 'vitest'
import * as calls from './calls.ts'
import { type Head, isOfConsole } from './heads.ts'
import { operations } from './operations.ts'

const { staffCalls, ...all } = calls

test('what the browser sends each call by is what the server serves', () => {
  const known = new Map(Object.entries(all))
  // The specification leaves open how one call is sent, and the server takes it both ways.
  const served = operations.filter(({ name, method }) => name !== 'ProfileExists' || method === 'POST')
  for (const { name, method, path, token, kind, repeatable, upload } of served)
    expect(known.get(name)).toMatchObject({
      name,
      method,
      path,
      token,
      kind,
      ...(repeatable && { repeatable }),
      ...(upload && { upload: true }),
    })
  expect([...known.keys()].toSorted()).toEqual([...new Set(operations.map(({ name }) => name))].toSorted())
})

test('an address ends with the name of its call, but for those of the machine', () => {
  const others = operations.filter(({ name, path }) => !path.endsWith(`/${name}`)).map(({ path }) => path)
  expect(others).toEqual(['/api/openapi.json'])
})

test('the console sends what is of staff, and nothing of it is secret to the browser only', () => {
  const names = new Set(operations.filter(isOfConsole).map(({ name }) => name))
  expect(Object.keys(staffCalls).filter((name) => !names.has(name))).toEqual([])
  // Files, and what is sent with one, have functions of their own.
  expect([...names].filter((name) => !(name in staffCalls)).toSorted()).toEqual([
    'AbstractFile',
    'AssetUpload',
    'ExportDownload',
    'OfflinePhoto',
    'OfflinePhotoAdd',
    'PagePreview',
    'PersonPhoto',
    'RedactionFile',
    'RedactionPage',
  ])
})

test.each<[string, Head['path'], Partial<Head>]>([
  ['EventSave', '/staff/EventSave', { token: 'staff', kind: 'change', runs: 'act', may: 'event.edit', method: 'POST' }],
  ['RefundGive', '/payments/RefundGive', { runs: 'steps', priority: 'paying', stepUp: true, may: 'refunds.give' }],
  ['StaffSignIn', '/staff/StaffSignIn', { token: 'none', side: 'console', dialect: 'plain' }],
  ['MyOrders', '/api/MyOrders', { token: 'session', kind: 'read', method: 'GET' }],
  ['CheckOut', '/api/CheckOut', { token: 'session', at: 'event', kind: 'change', method: 'POST' }],
])('the address of %s follows from its head', (name, path, head) => {
  expect(operations.find((each) => each.name === name)).toMatchObject({ path, ...head })
})
