/** How the calls of the second factor are sent. Without zod: the browser has this too. */
import { heads } from '#contract/heads.ts'

const staff = { method: 'POST', token: 'staff', may: 'self', kind: 'change' } as const
const anybody = { method: 'POST', token: 'none', kind: 'change', dialect: 'plain', priority: 'uncounted' } as const
const read = { method: 'GET', token: 'staff', may: 'self', kind: 'read' } as const

export const factorHeads = heads({
  /** After the password: a code, a passkey or a recovery code. */
  StaffSecondFactor: {
    ...staff,
    name: 'StaffSecondFactor',
    path: '/staff/StaffSecondFactor',
    before: ['proof'],
    secrets: ['code', 'recoveryCode', 'passkey'],
  },
  /** Proves again who asks: for ten minutes, and for this session alone. */
  StaffStepUp: {
    ...staff,
    name: 'StaffStepUp',
    path: '/staff/StaffStepUp',
    before: ['set-up'],
    secrets: ['code', 'password', 'passkey', 'pin'],
  },
  FactorPinSend: { ...staff, name: 'FactorPinSend', path: '/staff/FactorPinSend', before: ['set-up'] },
  PasskeyBegin: { ...staff, name: 'PasskeyBegin', path: '/staff/PasskeyBegin', before: ['proof', 'set-up'] },
  PasskeyAdd: {
    ...staff,
    name: 'PasskeyAdd',
    path: '/staff/PasskeyAdd',
    before: ['set-up'],
    secrets: ['passkey'],
  },
  TotpBegin: { ...staff, name: 'TotpBegin', path: '/staff/TotpBegin', before: ['set-up'] },
  TotpConfirm: { ...staff, name: 'TotpConfirm', path: '/staff/TotpConfirm', before: ['set-up'], secrets: ['code'] },
  /** Ten new ones; those before them are worth nothing from now on. */
  RecoveryCodes: { ...staff, name: 'RecoveryCodes', path: '/staff/RecoveryCodes', stepUp: true },
  FactorRemove: { ...staff, name: 'FactorRemove', path: '/staff/FactorRemove', stepUp: true },
  FactorsList: { ...read, name: 'FactorsList', path: '/staff/FactorsList', before: ['set-up'] },
  StaffSessions: { ...read, name: 'StaffSessions', path: '/staff/StaffSessions' },
  StaffEndSession: { ...staff, name: 'StaffEndSession', path: '/staff/StaffEndSession' },
  /** With a passkey and without the password. */
  PasskeySignInBegin: { ...anybody, name: 'PasskeySignInBegin', path: '/staff/PasskeySignInBegin' },
  PasskeySignIn: { ...anybody, name: 'PasskeySignIn', path: '/staff/PasskeySignIn', secrets: ['passkey'] },
})
