import { expect, onTestFinished, test, vi } from 'vitest'
import { call, onStepUp, Refused, Unreachable } from './call.ts'

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

const confirmFirst = { code: 'step_up', message: 'Please confirm that it is you.' }

test('what asks for step-up is sent again by itself once the person confirmed; two at once ask once', async () => {
  let isConfirmed = false
  const fetched = answerWith(() => (isConfirmed ? Response.json({}) : Response.json(confirmFirst, { status: 403 })))
  let asked = 0
  onTestFinished(
    onStepUp(async () => {
      asked += 1
      // As long as a person takes: meanwhile the other call is refused too.
      await new Promise((done) => setTimeout(done, 20))
      return (isConfirmed = true)
    }),
  )
  await Promise.all([call('RecoveryCodes', {}), call('FactorRemove', { factor: 'totp' })])

  expect([asked, fetched.mock.calls.length]).toEqual([1, 4])
  const bodies = fetched.mock.calls.map(([, sent]) => sent?.body)
  expect(bodies.filter((body) => body === '{"factor":"totp"}')).toHaveLength(2)
})

test('whoever does not confirm hears why nothing was done, and nothing is sent again', async () => {
  const fetched = answerWith(() => Response.json(confirmFirst, { status: 403 }))
  onTestFinished(onStepUp(async () => false))

  await expect(call('RecoveryCodes', {})).rejects.toThrow('Please confirm that it is you.')
  expect(fetched).toHaveBeenCalledTimes(1)
})
