import { expect, test } from 'vitest'
import { addAbstract, removeAbstract, replaceAbstract, setAbstracts, type Abstract } from './abstracts/slice.ts'
import { logout, setAuthData, setVerificationToken } from './accounts/slice.ts'
import { addToCart, clearCart, removeFromCart } from './booking/slice.ts'
import { clearPayment, setPayment } from './payments/slice.ts'
import { closeAlert, restored, showAlert } from './platform/visit.ts'
import { emptyState, makeStore } from './store.ts'

const nobody = { token: '', verificationToken: '', deviceId: '', eventId: '', applicantId: '', userId: '' }

const anAbstract = (pk: number, Title: string): Abstract => ({
  pk,
  Title,
  Speciality: 'Radiology',
  SubSpeciality: '',
  Status: '',
  AbstractLevel: 0,
  AbstractType: 'Oral',
  BackGround: '',
  Material: '',
  Results: '',
  Discussion: '',
  TitlePlain: Title,
  Words: 0,
  FileName: 'text.docx',
  FileSize: 1200,
  Version: 1,
  SavedAt: '2025-08-05T06:00:00.000Z',
})

test('setting the session changes only what is supplied, and logout empties all six fields', () => {
  const store = makeStore()
  expect(store.getState().auth).toEqual(nobody)
  store.dispatch(setAuthData({ deviceId: 'd1', userId: 'mehak@example.org' }))
  store.dispatch(setAuthData({ token: 't1', eventId: '7', applicantId: '9' }))
  store.dispatch(setVerificationToken('v1'))
  expect(store.getState().auth).toEqual({
    token: 't1',
    verificationToken: 'v1',
    deviceId: 'd1',
    eventId: '7',
    applicantId: '9',
    userId: 'mehak@example.org',
  })
  store.dispatch(logout())
  expect(store.getState().auth).toEqual(nobody)
})

test('the list of abstracts is replaced, added to, removed from, and one is replaced only if it is there', () => {
  const store = makeStore()
  const titles = () => store.getState().abstract.map(({ pk, Title }) => `${pk} ${Title}`)
  store.dispatch(setAbstracts([anAbstract(1, 'Sepsis'), anAbstract(2, 'Stroke')]))
  store.dispatch(addAbstract(anAbstract(3, 'Asthma')))
  expect(titles()).toEqual(['1 Sepsis', '2 Stroke', '3 Asthma'])
  store.dispatch(replaceAbstract(anAbstract(2, 'Stroke in the young')))
  store.dispatch(replaceAbstract(anAbstract(9, 'Nobody has seen this')))
  store.dispatch(removeAbstract(1))
  store.dispatch(removeAbstract(8))
  expect(titles()).toEqual(['2 Stroke in the young', '3 Asthma'])
})

test('a payment is set and cleared', () => {
  const store = makeStore()
  const begun = { transactionID: 'T-1', paymentPortal: 'https://bank.example/pay' }
  store.dispatch(setPayment(begun))
  expect(store.getState().payment).toEqual(begun)
  store.dispatch(clearPayment())
  expect(store.getState().payment).toEqual({ transactionID: '', paymentPortal: '' })
})

test('a workshop is in the cart once, and leaves it by its number', () => {
  const store = makeStore()
  for (const WorkshopID of [4, 5, 4]) store.dispatch(addToCart({ WorkshopID }))
  expect(store.getState().cart).toEqual([{ WorkshopID: 4 }, { WorkshopID: 5 }])
  store.dispatch(removeFromCart(4))
  expect(store.getState().cart).toEqual([{ WorkshopID: 5 }])
  store.dispatch(clearCart())
  expect(store.getState().cart).toEqual([])
})

test('after logout nothing of the person is left for the next one at this computer', () => {
  const store = makeStore()
  store.dispatch(setAbstracts([anAbstract(1, 'Sepsis')]))
  store.dispatch(setPayment({ transactionID: 'T-1', paymentPortal: 'https://bank.example' }))
  store.dispatch(addToCart({ WorkshopID: 4 }))
  store.dispatch(setAuthData({ token: 't1' }))
  store.dispatch(logout())
  expect(store.getState()).toEqual(emptyState)
})

test('what was kept comes back, and what was not kept stays as it is', () => {
  const store = makeStore()
  store.dispatch(showAlert('Profile created'))
  store.dispatch(restored({ cart: [{ WorkshopID: 4 }] }))
  expect(store.getState()).toEqual({
    ...emptyState,
    cart: [{ WorkshopID: 4 }],
    visit: { isRestored: true, alerts: ['Profile created'] },
  })
})

test('alerts wait for each other', () => {
  const store = makeStore()
  store.dispatch(showAlert('one'))
  store.dispatch(showAlert('two'))
  store.dispatch(closeAlert())
  expect(store.getState().visit.alerts).toEqual(['two'])
})
