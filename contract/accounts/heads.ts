/** How the calls of signing up, in and out are sent. Without zod: the browser has this too. */
import { callsOf, heads } from '#contract/heads.ts'
import type * as accounts from './accounts.ts'

export const accountHeads = heads({
  Login: {
    name: 'Login',
    method: 'POST',
    path: '/api/Login',
    token: 'none',
    kind: 'change',
    secrets: ['Password', 'Captcha'],
    sent: { address: ['DeviceID', 'UserID'], body: 'form' },
  },
  EventRegister: {
    name: 'EventRegister',
    method: 'POST',
    path: '/api/EventRegister',
    token: 'none',
    kind: 'change',
    secrets: ['Password', 'Captcha', 'Extension'],
  },
  EventEmailVerify: {
    name: 'EventEmailVerify',
    method: 'POST',
    path: '/api/EventEmailVerify',
    token: 'none',
    kind: 'change',
    secrets: ['OTP', 'Password'],
  },
  EventResendPin: {
    name: 'EventResendPin',
    method: 'POST',
    path: '/api/EventResendPin',
    token: 'none',
    kind: 'change',
  },
  EventForgotPassword: {
    name: 'EventForgotPassword',
    method: 'POST',
    path: '/api/EventForgotPassword',
    token: 'none',
    kind: 'change',
    secrets: ['Captcha'],
  },
  EventForgotPasswordVerify: {
    name: 'EventForgotPasswordVerify',
    method: 'POST',
    path: '/api/EventForgotPasswordVerify',
    token: 'none',
    kind: 'change',
    secrets: ['OTP', 'Captcha'],
  },
  EventUpdatePassword: {
    name: 'EventUpdatePassword',
    method: 'POST',
    path: '/api/EventUpdatePassword',
    token: 'reset',
    kind: 'change',
    secrets: ['Password'],
  },
  SignOut: {
    name: 'SignOut',
    method: 'POST',
    path: '/api/SignOut',
    token: 'session',
    kind: 'change',
  },
  Sessions: {
    name: 'Sessions',
    method: 'GET',
    path: '/api/Sessions',
    token: 'session',
    kind: 'read',
  },
  EndSession: {
    name: 'EndSession',
    method: 'POST',
    path: '/api/EndSession',
    token: 'session',
    kind: 'change',
  },
  CaptchaChallenge: {
    name: 'CaptchaChallenge',
    method: 'GET',
    path: '/api/CaptchaChallenge',
    token: 'none',
    kind: 'read',
  },
  CommonPasswords: {
    name: 'CommonPasswords',
    method: 'GET',
    path: '/api/CommonPasswords',
    token: 'none',
    kind: 'read',
  },
})

export const accountCalls = callsOf<typeof accounts>(accountHeads)
