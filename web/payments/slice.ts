import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { logout } from '#web/accounts/slice.ts'

declare module '#web/platform/store.ts' {
  interface Slices {
    payment: Payment
  }
}

/** A payment that was begun: what the bank calls it, and where its page is. */
export type Payment = { transactionID: string; paymentPortal: string }

const none: Payment = { transactionID: '', paymentPortal: '' }

export const payment = createSlice({
  name: 'payment',
  initialState: none,
  reducers: {
    setPayment: (_payment, { payload }: PayloadAction<Payment>) => payload,
    clearPayment: () => none,
  },
  extraReducers: (builder) => builder.addCase(logout, () => none),
})

export const { setPayment, clearPayment } = payment.actions
