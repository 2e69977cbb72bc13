import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

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
