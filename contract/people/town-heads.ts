/** How countries and towns are asked for. Without zod: the browser has this too. */
import { callsOf, heads } from '#contract/heads.ts'
import type * as towns from './towns.ts'

const day = 86_400

export const townHeads = heads({
  countryInfoJSON: {
    name: 'countryInfoJSON',
    method: 'GET',
    path: '/geo/countryInfoJSON',
    token: 'none',
    kind: 'read',
    priority: 'uncounted',
    cached: day,
  },
  searchJSON: {
    name: 'searchJSON',
    method: 'GET',
    path: '/geo/searchJSON',
    token: 'none',
    kind: 'read',
    priority: 'uncounted',
    cached: day,
  },
})

export const townCalls = callsOf<typeof towns>(townHeads)
