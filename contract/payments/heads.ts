/** How the calls of the payment service are sent. Without zod: the browser has this too. */
import { callsOf, heads } from '#contract/heads.ts'
import type * as payments from './payments.ts'

export const paymentHeads = heads({
  initiatePayment: {
    name: 'initiatePayment',
    method: 'POST',
    path: '/payments/initiatePayment',
    token: 'session',
    kind: 'change',
    priority: 'paying',
    repeatable: true,
  },
  finalizePayment: {
    name: 'finalizePayment',
    method: 'POST',
    path: '/payments/finalizePayment',
    token: 'session',
    kind: 'change',
    priority: 'paying',
    repeatable: true,
  },
  AskBank: {
    name: 'AskBank',
    method: 'POST',
    path: '/payments/AskBank',
    token: 'session',
    kind: 'change',
    priority: 'paying',
    repeatable: true,
  },
  OpenAttempt: {
    name: 'OpenAttempt',
    method: 'GET',
    path: '/payments/OpenAttempt',
    token: 'session',
    kind: 'read',
    priority: 'paying',
  },
})

export const paymentCalls = callsOf<typeof payments>(paymentHeads)
