// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { namespaces } from '#web/accounts/namespaces.ts'
import { logout, setAuthData } from '#web/accounts/slice.ts'
import { addToCart } from '#web/booking/slice.ts'
import { emptyState, makeStore } from '#web/store.ts'
import { aBrowser } from '#web/testing/vault.ts'
import { keepState, persistKey, untilKept } from './persist.ts'
import type { Store } from './store.ts'
import type { Vault } from './vault.ts'
import { showAlert } from './visit.ts'

/** The window of one tab: it hears what other tabs store. */
let windows: EventTarget[] = []

beforeEach(() => {
  windows = []
})
afterEach(() => vi.unstubAllGlobals())

async function openTab(vault: Vault, namespace = ''): Promise<Store> {
  const tab = new EventTarget()
  windows.push(tab)
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
  const store = makeStore()
  await keepState(store, vault, { namespace, namespaces })
  return store
}

async function tellTab(index: number, type: string, more: object): Promise<void> {
  windows[index]?.dispatchEvent(Object.assign(new Event(type), more))
  await untilKept()
}

test('a session outlives the visit, alerts do not', async () => {
  const { vault } = aBrowser()
  const before = await openTab(vault())
  before.dispatch(setAuthData({ token: 't1', userId: 'mehak@example.org' }))
  before.dispatch(addToCart({ WorkshopID: 4 }))
  before.dispatch(showAlert('Profile created'))
  await untilKept()

  const after = await openTab(vault())
  expect(after.getState()).toEqual({
    ...emptyState,
    auth: { ...emptyState.auth, token: 't1', userId: 'mehak@example.org' },
    cart: [{ WorkshopID: 4 }],
    visit: { isRestored: true, alerts: [] },
  })
})

test('somebody at two events is signed in at both, with ids and a cart for each', async () => {
  const { vault } = aBrowser()
  const plain = await openTab(vault())
  plain.dispatch(setAuthData({ token: 't1', userId: 'mehak@example.org', eventId: '1', applicantId: '10' }))
  plain.dispatch(addToCart({ WorkshopID: 4 }))
  await untilKept()

  const other = await openTab(vault(), '2')
  expect(other.getState().auth).toMatchObject({
    token: 't1',
    userId: 'mehak@example.org',
    eventId: '2',
    applicantId: '',
  })
  expect(other.getState().cart).toEqual([])
  other.dispatch(setAuthData({ applicantId: '20' }))
  other.dispatch(addToCart({ WorkshopID: 5 }))
  await untilKept()
  await tellTab(0, 'storage', { key: persistKey })

  expect(plain.getState().auth).toMatchObject({ token: 't1', eventId: '1', applicantId: '10' })
  expect(plain.getState().cart).toEqual([{ WorkshopID: 4 }])
  const again = await openTab(vault(), '2')
  expect(again.getState().auth).toMatchObject({ token: 't1', eventId: '2', applicantId: '20' })
  expect(again.getState().cart).toEqual([{ WorkshopID: 5 }])

  // Out of one is out of all, and nothing of either is left.
  plain.dispatch(logout())
  await untilKept()
  await tellTab(1, 'storage', { key: persistKey })
  expect(other.getState().auth.token).toBe('')
  const nobody = await openTab(vault(), '2')
  expect(nobody.getState()).toMatchObject({ auth: { token: '', applicantId: '' }, cart: [] })
})

test('whoever signed in with version 0.1 is still signed in, with cart, abstracts and payment', async () => {
  const { vault } = aBrowser()
  const kept = {
    auth: {
      token: 't1',
      verificationToken: '',
      deviceId: 'd1',
      eventId: '7',
      applicantId: '9',
      userId: 'mehak@example.org',
    },
    abstract: [{ pk: 3, Title: 'Sepsis' }],
    payment: { transactionID: 'T-1', paymentPortal: 'https://bank.example' },
    cart: [{ WorkshopID: 4, Topic: 'Focused Echo in Shock' }],
  }
  await vault().write(JSON.stringify(kept))
  const store = await openTab(vault())
  expect(store.getState()).toEqual({ ...kept, visit: { isRestored: true, alerts: [] } })
  store.dispatch(setAuthData({ deviceId: 'd2' }))
  await untilKept()
  expect(JSON.parse((await vault().read()) ?? '')).toEqual({ ...kept, auth: { ...kept.auth, deviceId: 'd2' } })
})

test('signing out leaves neither text nor key', async () => {
  const { vault, shown, keyring } = aBrowser()
  const store = await openTab(vault())
  store.dispatch(setAuthData({ token: 't1' }))
  await untilKept()
  expect(shown.size).toBe(1)
  store.dispatch(logout())
  await untilKept()
  expect(shown.size).toBe(0)
  expect(await keyring.find()).toBeUndefined()
})

test('signing in and out in one tab reaches the other, and is not written back', async () => {
  const { vault, shown } = aBrowser()
  const mine = await openTab(vault())
  const other = await openTab(vault())
  mine.dispatch(setAuthData({ token: 't1' }))
  await untilKept()
  const written = shown.get('persist:root')
  await tellTab(1, 'storage', { key: 'persist:root' })
  expect(other.getState().auth.token).toBe('t1')
  expect(shown.get('persist:root')).toBe(written)

  mine.dispatch(logout())
  await untilKept()
  await tellTab(1, 'storage', { key: 'persist:root' })
  expect(other.getState().auth).toEqual(emptyState.auth)
  expect(shown.size).toBe(0)
})

test('a page that the back button brings back learns what happened meanwhile', async () => {
  const { vault } = aBrowser()
  const frozen = await openTab(vault())
  frozen.dispatch(setAuthData({ token: 't1' }))
  await untilKept()
  const now = await openTab(vault())
  now.dispatch(logout())
  await untilKept()
  await tellTab(0, 'pageshow', { persisted: true })
  expect(frozen.getState().auth.token).toBe('')
})

test('storage that never answers means an empty start after five seconds, kept in memory only', async () => {
  vi.useFakeTimers()
  const hanging: Vault = {
    read: () => new Promise(() => {}),
    write: vi.fn<Vault['write']>(),
    clear: vi.fn<Vault['clear']>(),
  }
  const store = makeStore()
  const kept = keepState(store, hanging, { namespace: '', namespaces })
  await vi.advanceTimersByTimeAsync(4999)
  expect(store.getState().visit.isRestored).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await kept).toBe(false)
  expect(store.getState()).toEqual({ ...emptyState, visit: { isRestored: true, alerts: [] } })
  store.dispatch(setAuthData({ token: 't1' }))
  expect(hanging.write).not.toHaveBeenCalled()
  vi.useRealTimers()
})

test('a browser that refuses its database keeps nothing', async () => {
  const refusing: Vault = {
    read: () => Promise.reject(new Error('refused')),
    write: vi.fn<Vault['write']>(),
    clear: vi.fn<Vault['clear']>(),
  }
  const store = makeStore()
  expect(await keepState(store, refusing, { namespace: '', namespaces })).toBe(false)
  store.dispatch(setAuthData({ token: 't1' }))
  expect(refusing.write).not.toHaveBeenCalled()
})
