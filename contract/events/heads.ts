/** How the calls about events and workshops are sent. Without zod: the browser has this too. */
import { callsOf, heads } from '#contract/heads.ts'
import type * as events from './events.ts'
import type * as workshops from './workshops.ts'

export const eventHeads = heads({
  EventsPortal: {
    name: 'EventsPortal',
    method: 'POST',
    path: '/api/EventsPortal',
    token: 'none',
    kind: 'read',
    sent: { address: [], body: 'form' },
  },
  LastDates: {
    name: 'LastDates',
    method: 'POST',
    path: '/api/LastDates',
    token: 'none',
    kind: 'read',
    secrets: ['Extension'],
    sent: { address: ['EventID', 'typ'], body: 'none' },
  },
  MyEvents: {
    name: 'MyEvents',
    method: 'GET',
    path: '/api/MyEvents',
    token: 'session',
    kind: 'read',
  },
  WorkshopsList: {
    name: 'WorkshopsList',
    method: 'POST',
    path: '/api/WorkshopsList',
    token: 'none',
    kind: 'read',
    shared: true,
    sent: { address: ['EventID', 'ApplicantID'], body: 'json' },
  },
  SeatAvailable: {
    name: 'SeatAvailable',
    method: 'POST',
    path: '/api/SeatAvailable',
    token: 'session',
    kind: 'read',
  },
})

export const eventCalls = callsOf<typeof events & typeof workshops>(eventHeads)
