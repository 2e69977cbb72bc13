/** How the letter of an invitation to review is answered. Without zod: the browser has this too. */
import { callsOf, heads } from '#contract/heads.ts'
import type * as invitations from './invitations.ts'

export const invitationHeads = heads({
  InvitationRead: {
    name: 'InvitationRead',
    method: 'POST',
    path: '/api/InvitationRead',
    token: 'none',
    kind: 'read',
    secrets: ['link'],
  },
  InvitationAnswer: {
    name: 'InvitationAnswer',
    method: 'POST',
    path: '/api/InvitationAnswer',
    token: 'none',
    kind: 'change',
    withSession: true,
    secrets: ['link', 'password'],
  },
})

export const invitationCalls = callsOf<typeof invitations>(invitationHeads)

export const invitationTexts = {
  over: 'This invitation is no longer open.',
  closed: 'Reviewing for this event has closed.',
  signIn: 'You have an account. Please sign in first.',
  already: 'You are a reviewer already.',
  offer: 'Please say how many you can read, and in which fields.',
  account: 'Please enter your name and choose a password.',
  weak: 'Please choose another password.',
} as const
