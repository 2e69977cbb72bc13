/** How the calls of signing in as staff are sent. Without zod: the browser has this too. */
import { heads } from '#contract/heads.ts'
import { sessionNeeds } from './session-needs.ts'

export const staffHeads = heads({
  StaffSignIn: {
    name: 'StaffSignIn',
    method: 'POST',
    path: '/staff/StaffSignIn',
    token: 'none',
    kind: 'change',
    dialect: 'plain',
    priority: 'uncounted',
    secrets: ['password', 'captcha'],
  },
  /** For the link that `npm run staff -- owner` prints: good once, and for a day. */
  StaffWelcome: {
    name: 'StaffWelcome',
    method: 'POST',
    path: '/staff/StaffWelcome',
    token: 'none',
    kind: 'change',
    dialect: 'plain',
    priority: 'uncounted',
    secrets: ['link', 'password'],
  },
  StaffSetPassword: {
    name: 'StaffSetPassword',
    method: 'POST',
    path: '/staff/StaffSetPassword',
    token: 'staff',
    may: 'self',
    before: ['password'],
    kind: 'change',
    secrets: ['password'],
  },
  StaffSignOut: {
    name: 'StaffSignOut',
    method: 'POST',
    path: '/staff/StaffSignOut',
    token: 'staff',
    may: 'self',
    before: sessionNeeds,
    kind: 'change',
  },
  StaffMe: {
    name: 'StaffMe',
    method: 'GET',
    path: '/staff/StaffMe',
    token: 'staff',
    may: 'self',
    before: sessionNeeds,
    kind: 'read',
  },
})
