/** What is true of this visit only, and is never stored. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Kept } from './store.ts'

/** What the browser had kept, or nothing, is in the store from now on. */
export const restored = createAction<Partial<Kept>>('persist/REHYDRATE')

export type Visit = {
  isRestored: boolean
  /** Sentences that wait for an OK; the first one is shown. */
  alerts: string[]
}

const arrival: Visit = { isRestored: false, alerts: [] }

export const visit = createSlice({
  name: 'visit',
  initialState: arrival,
  reducers: {
    showAlert: (state, { payload }: PayloadAction<string>) => {
      state.alerts.push(payload)
    },
    closeAlert: (state) => {
      state.alerts.shift()
    },
  },
  extraReducers: (builder) =>
    builder.addCase(restored, (state) => {
      state.isRestored = true
    }),
})

export const { showAlert, closeAlert } = visit.actions
