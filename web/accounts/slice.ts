import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { SessionPart } from '#web/platform/session.ts'
import type { State } from '#web/platform/store.ts'

declare module '#web/platform/store.ts' {
  interface Slices {
    auth: Auth
  }
}

/** The session: all six empty for a visitor. */
export type Auth = {
  token: string
  verificationToken: string
  deviceId: string
  eventId: string
  applicantId: string
  userId: string
}

const nobody: Auth = { token: '', verificationToken: '', deviceId: '', eventId: '', applicantId: '', userId: '' }

export const auth = createSlice({
  name: 'auth',
  initialState: nobody,
  reducers: {
    setAuthData: (state, { payload }: PayloadAction<Partial<Omit<Auth, 'verificationToken'>>>) => {
      Object.assign(state, payload)
    },
    setVerificationToken: (state, { payload }: PayloadAction<string>) => {
      state.verificationToken = payload
    },
    logout: () => nobody,
  },
})

export const { setAuthData, setVerificationToken, logout } = auth.actions

/** What the platform asks of whoever keeps the session. */
export const session: SessionPart = {
  of: ({ auth: { token, verificationToken, deviceId, applicantId } }) => ({
    token,
    resetToken: verificationToken,
    deviceId,
    owner: applicantId,
  }),
  nameDevice: (deviceId) => setAuthData({ deviceId }),
  end: logout,
}

export const isSignedIn = ({ auth: { token } }: State): boolean => token !== ''
