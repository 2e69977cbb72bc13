import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'react-redux'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setAuthData } from '#web/accounts/slice.ts'
import { ContentProvider } from '#web/layout/content.tsx'
import { restored } from '#web/platform/visit.ts'
import { makeStore } from '#web/store.ts'
import { content } from '#web/testing/content.ts'
import InvitationPage from './InvitationPage.tsx'

/** Each has a letter of their own. */
const letters = { asif: 'a'.repeat(43), hira: 'h'.repeat(43) }
const invitation = {
  email: 'hira@example.org',
  name: 'Hira Channa',
  first: [],
  second: [],
  eventName: 'Annual Medical Conference',
  expiresAt: '2025-09-01T00:00:00.000Z',
  dueOn: '2025-09-28',
  blind: 'double',
  hasAccount: true,
  fields: [{ specialityId: 7, name: 'Radiology' }],
}

const asked = vi.fn<(name: string, bearer: string | null, input: unknown) => object>()
beforeEach(() => {
  asked.mockReset()
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (path: string, { headers, body }: { headers?: Record<string, string>; body: string }) =>
    Response.json(asked(path.replace('/api/', ''), headers?.authorization ?? null, JSON.parse(body))),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const Login = () => <output>{JSON.stringify(useLocation().state)}</output>

function show(link: string, token: string) {
  const store = makeStore()
  store.dispatch(restored({}))
  if (token) store.dispatch(setAuthData({ token, userId: 'hira@work.example' }))
  render(
    <Provider store={store}>
      <ContentProvider content={content}>
        <MemoryRouter initialEntries={[`/review/invitation#${link}`]}>
          <Routes>
            <Route path="/review/invitation" element={<InvitationPage />} />
            <Route path="/login" element={<Login />} />
          </Routes>
        </MemoryRouter>
      </ContentProvider>
    </Provider>,
  )
  return store
}

test('whoever has an account is led to sign in, and back to the invitation', async () => {
  asked.mockReturnValue({ status: 'Success', invitation })
  show(letters.asif, '')
  await userEvent.click(await screen.findByRole('button', { name: 'Accept' }))
  expect(JSON.parse((await screen.findByRole('status')).textContent)).toEqual({
    wanted: `/review/invitation#${letters.asif}`,
    email: 'hira@example.org',
  })
})

test('a session that ended meanwhile loses nothing that was filled in', async () => {
  asked.mockReturnValueOnce({ status: 'Success', invitation })
  const store = show(letters.hira, 'a-token-that-ended')
  await userEvent.click(await screen.findByRole('button', { name: 'Accept' }))
  await userEvent.type(screen.getByLabelText('Institution'), 'Civil Hospital')
  await userEvent.selectOptions(screen.getByLabelText('First field 1'), 'Radiology')
  asked.mockReturnValueOnce({ status: 'You have an account. Please sign in first.' })
  await userEvent.click(screen.getByRole('button', { name: 'Accept the invitation' }))
  await screen.findByText(/wanted/)
  const offer = { quota: 12, first: [7], second: [], institution: 'Civil Hospital', department: '' }
  expect(asked.mock.lastCall).toEqual([
    'InvitationAnswer',
    'Bearer a-token-that-ended',
    expect.objectContaining({ link: letters.hira, answer: 'yes', offer }),
  ])
  expect(store.getState().visit.alerts).toEqual(['Please sign in again. What you filled in is kept.'])
  expect(store.getState().auth.token).toBe('')

  cleanup()
  asked.mockReturnValueOnce({ status: 'Success', invitation })
  show(letters.hira, 'a-new-token')
  expect(((await screen.findByLabelText('Institution')) as HTMLInputElement).value).toBe('Civil Hospital')
  expect((screen.getByLabelText('First field 1') as HTMLSelectElement).value).toBe('7')
})

test('after the last day of the review the page says so, and shows no form', async () => {
  asked.mockReturnValue({ status: 'Reviewing for this event has closed.', closedOn: '2025-09-28' })
  show('c'.repeat(43), '')

  expect(await screen.findByRole('heading', { name: 'Reviewing for this event has closed.' })).toBeTruthy()
  expect(
    screen.getByText(/The last day of the review was .*28.* The invitation can no longer be answered\./),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
})

test('the form begins with the name and the disciplines that the organiser gave', async () => {
  const fields = [...invitation.fields, { specialityId: 8, name: 'Surgery' }]
  asked.mockReturnValue({
    status: 'Success',
    invitation: { ...invitation, hasAccount: false, first: [8], second: [7], fields },
  })
  show('p'.repeat(43), '')
  await userEvent.click(await screen.findByRole('button', { name: 'Accept' }))

  expect(((await screen.findByLabelText(/name/i)) as HTMLInputElement).value).toBe('Hira Channa')
  expect((screen.getByLabelText('First field 1') as HTMLSelectElement).value).toBe('8')
  expect((screen.getByLabelText('Second field 1') as HTMLSelectElement).value).toBe('7')
})
