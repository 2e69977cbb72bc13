/** How authors read what was decided, and answer it. Without zod: the browser has this too. */
import { callsOf, heads } from '#contract/heads.ts'
import type * as told from './told.ts'

export const toldHeads = heads({
  BlindCheck: {
    name: 'BlindCheck',
    method: 'GET',
    path: '/api/BlindCheck',
    token: 'session',
    at: 'event',
    kind: 'read',
  },
  DecisionRead: {
    name: 'DecisionRead',
    method: 'GET',
    path: '/api/DecisionRead',
    token: 'session',
    at: 'event',
    kind: 'read',
  },
  RevisionSend: {
    name: 'RevisionSend',
    method: 'POST',
    path: '/api/RevisionSend',
    token: 'session',
    at: 'event',
    kind: 'change',
    repeatable: true,
  },
  PresentingAnswer: {
    name: 'PresentingAnswer',
    method: 'POST',
    path: '/api/PresentingAnswer',
    token: 'session',
    at: 'event',
    kind: 'change',
    repeatable: true,
  },
})

export const toldCalls = callsOf<typeof told>(toldHeads)

export const toldTexts = {
  noRevision: 'No revision is asked for.',
  notAccepted: 'This abstract is not accepted any more.',
} as const
