/** How the calls about orders are sent. Without zod: the browser has this too. */
import { callsOf, heads } from '#contract/heads.ts'
import type * as orders from './orders.ts'

export const bookingHeads = heads({
  CheckOut: {
    name: 'CheckOut',
    method: 'POST',
    path: '/api/CheckOut',
    token: 'session',
    at: 'event',
    kind: 'change',
    sent: { address: ['DeviceID', 'UserID', 'workshopIDs', 'ApplicantID', 'EventID'], body: 'json' },
  },
  MyOrders: {
    name: 'MyOrders',
    method: 'GET',
    path: '/api/MyOrders',
    token: 'session',
    kind: 'read',
  },
  CancelOrder: {
    name: 'CancelOrder',
    method: 'POST',
    // With the payment service: a payment that is under way must be taken back at the bank first.
    path: '/payments/CancelOrder',
    token: 'session',
    kind: 'change',
    priority: 'paying',
  },
  Receipt: {
    name: 'Receipt',
    method: 'GET',
    path: '/api/Receipt',
    token: 'session',
    kind: 'read',
  },
})

export const bookingCalls = callsOf<typeof orders>(bookingHeads)
