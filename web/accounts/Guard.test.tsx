import { cleanup, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { Store } from '#web/platform/store.ts'
import { restored } from '#web/platform/visit.ts'
import { makeStore } from '#web/store.ts'
import { Guard } from './Guard.tsx'
import { logout, setAuthData } from './slice.ts'

afterEach(cleanup)

function Login() {
  const { state } = useLocation()
  return <p>please sign in, then {(state as { wanted: string }).wanted}</p>
}

const visitProfile = (store: Store) =>
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/profile?tab=abstracts']}>
        <Routes>
          <Route path="/profile" element={<Guard waiting="one moment">my profile</Guard>} />
          <Route path="/login" element={<Login />} />
        </Routes>
      </MemoryRouter>
    </Provider>,
  )

test('a visitor is taken to the login page, which knows where they wanted to go', () => {
  const store = makeStore()
  store.dispatch(restored({}))
  visitProfile(store)
  expect(screen.queryByText('my profile')).toBeNull()
  expect(screen.getByText('please sign in, then /profile?tab=abstracts')).toBeTruthy()
})

test('nobody is sent away while their session is still being read', () => {
  visitProfile(makeStore())
  expect(screen.getByText('one moment')).toBeTruthy()
})

test('someone signed in sees the screen, and after signing out no longer', () => {
  const store = makeStore()
  store.dispatch(restored({}))
  store.dispatch(setAuthData({ token: 'a token' }))
  visitProfile(store)
  expect(screen.getByText('my profile')).toBeTruthy()
  cleanup()
  store.dispatch(logout())
  visitProfile(store)
  expect(screen.getByText(/please sign in/)).toBeTruthy()
})
