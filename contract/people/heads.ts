/** How the calls about profiles are sent. Without zod: the browser has this too. */
import { callsOf, heads } from '#contract/heads.ts'
import { photoBytes, photoField, photoTooLarge } from './photo.ts'
import type * as profiles from './profiles.ts'

export const peopleHeads = heads({
  ProfileExists: {
    name: 'ProfileExists',
    method: 'POST',
    path: '/api/ProfileExists',
    token: 'session',
    at: 'event',
    kind: 'read',
  },
  ProfileCreate: {
    name: 'ProfileCreate',
    method: 'POST',
    path: '/api/ProfileCreate',
    token: 'session',
    at: 'event',
    kind: 'change',
    upload: { field: photoField, limit: photoBytes - 1, tooLarge: photoTooLarge },
  },
  GetProfile: {
    name: 'GetProfile',
    method: 'GET',
    path: '/api/GetProfile',
    token: 'session',
    kind: 'read',
  },
  ProfilePhoto: {
    name: 'ProfilePhoto',
    method: 'GET',
    path: '/api/ProfilePhoto',
    token: 'session',
    kind: 'read',
  },
})

export const peopleCalls = callsOf<typeof profiles>(peopleHeads)
