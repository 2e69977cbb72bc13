import { expect, onTestFinished, test, vi } from 'vitest'
import { call, Refused, Unreachable } from './call.ts'

function answerWith(answer: () => Response | Promise<Response>) {
  const fetched = vi.fn<typeof fetch>(async () => answer())
  vi.stubGlobal('fetch', fetched)
  onTestFinished(() => void vi.unstubAllGlobals())
  return fetched
}

test('a read asks in the address, and leaves out what is empty', async () => {
  const fetched = answerWith(() => Response.json({ rows: [], next: null, total: 0, totalIsExact: true }))

  await call('ExceptionsList', { search: '', state: 'open', limit: 50, kind: undefined })

  expect(fetched.mock.calls[0]?.[0]).toBe('/staff/ExceptionsList?state=open&limit=50')
})

test('a change is JSON with the cookie of this site, and carries no token', async () => {
  const fetched = answerWith(() => Response.json({ code: 'none', words: '' }))

  await call('BankAsk', { attemptId: 9 })

  const [address, sent] = fetched.mock.calls[0] as [string, RequestInit]
  expect(address).toBe('/payments/BankAsk')
  expect(sent).toMatchObject({ method: 'POST', credentials: 'same-origin', body: '{"attemptId":9}' })
  expect(sent.headers).toEqual({ 'content-type': 'application/json' })
})

test('a no of the server is told with its code, its fields and the stored copy', async () => {
  const body = { code: 'conflict', message: 'Somebody else changed this meanwhile.', stored: { version: 2 } }
  answerWith(() => Response.json(body, { status: 409, headers: { 'x-request-id': 'r-9' } }))

  const no = await call('StaffSignOut', {}).catch((error: unknown) => error)

  expect(no).toBeInstanceOf(Refused)
  expect(no).toMatchObject({ status: 409, message: body.message, body: { ...body, requestId: 'r-9' } })
})

test.each([
  ['nobody answers', () => Promise.reject(new TypeError('offline'))],
  ['a proxy answers with a page of its own', () => new Response('<html>Welcome to the hotel</html>')],
])('when %s, the person is asked to look at the connection', async (_, answer) => {
  answerWith(answer)

  await expect(call('StaffMe', {})).rejects.toThrow(Unreachable)
})

test('a page of a proxy that says no is a no all the same', async () => {
  answerWith(() => new Response('<html>Bad gateway</html>', { status: 502 }))

  await expect(call('StaffMe', {})).rejects.toMatchObject({
    status: 502,
    message: 'An error occurred. Please try again later.',
  })
})
