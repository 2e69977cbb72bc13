import type { UnknownAction } from '@reduxjs/toolkit'
import type { State } from './store.ts'

/** What a call is sent with, and whose drafts are kept here. All empty for a visitor. */
export type Session = {
  token: string
  /** Good for one new password, and nothing else. */
  resetToken: string
  deviceId: string
  owner: string
}

/** Who is signed in is the matter of a domain. This is what the platform asks of it. */
export type SessionPart = {
  of: (state: State) => Session
  nameDevice: (deviceId: string) => UnknownAction
  /** Nothing of the person is left in the store afterwards. */
  end: () => UnknownAction
}
