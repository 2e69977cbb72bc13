/** How the calls of the card "Account" are sent. Without zod: the browser has this too. */
import { callsOf, heads } from '#contract/heads.ts'
import type * as changes from './account-changes.ts'

export const accountChangeHeads = heads({
  ChangePassword: {
    name: 'ChangePassword',
    method: 'POST',
    path: '/api/ChangePassword',
    token: 'session',
    kind: 'change',
    secrets: ['factorCode', 'passkey', 'password', 'newPassword'],
  },
  AskEmailChange: {
    name: 'AskEmailChange',
    method: 'POST',
    path: '/api/AskEmailChange',
    token: 'session',
    kind: 'change',
    secrets: ['factorCode', 'passkey', 'password'],
  },
  ConfirmEmailChange: {
    name: 'ConfirmEmailChange',
    method: 'POST',
    path: '/api/ConfirmEmailChange',
    token: 'session',
    kind: 'change',
    secrets: ['pin'],
  },
  UndoEmailChange: {
    name: 'UndoEmailChange',
    method: 'POST',
    path: '/api/UndoEmailChange',
    token: 'none',
    kind: 'change',
    secrets: ['key'],
  },
  EndSessions: {
    name: 'EndSessions',
    method: 'POST',
    path: '/api/EndSessions',
    token: 'session',
    kind: 'change',
  },
  EndOtherSessions: {
    name: 'EndOtherSessions',
    method: 'POST',
    path: '/api/EndOtherSessions',
    token: 'session',
    kind: 'change',
    secrets: ['password'],
  },
  ChooseAnnouncements: {
    name: 'ChooseAnnouncements',
    method: 'POST',
    path: '/api/ChooseAnnouncements',
    token: 'session',
    kind: 'change',
    repeatable: true,
  },
  AccountStanding: {
    name: 'AccountStanding',
    method: 'GET',
    path: '/api/AccountStanding',
    token: 'session',
    kind: 'read',
  },
  AskDataCopy: {
    name: 'AskDataCopy',
    method: 'POST',
    path: '/api/AskDataCopy',
    token: 'session',
    kind: 'change',
    secrets: ['factorCode', 'passkey', 'password'],
  },
  DataCopy: {
    name: 'DataCopy',
    method: 'POST',
    path: '/api/DataCopy',
    token: 'none',
    kind: 'change',
    secrets: ['key'],
  },
  CloseAccount: {
    name: 'CloseAccount',
    method: 'POST',
    path: '/api/CloseAccount',
    token: 'session',
    kind: 'change',
    secrets: ['factorCode', 'passkey', 'password'],
  },
  KeepAccount: {
    name: 'KeepAccount',
    method: 'POST',
    path: '/api/KeepAccount',
    token: 'session',
    kind: 'change',
  },
})

export const accountChangeCalls = callsOf<typeof changes>(accountChangeHeads)
