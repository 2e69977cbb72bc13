import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { logout } from './auth.ts'

export type CartItem = { WorkshopID: number }

const empty: CartItem[] = []

export const cart = createSlice({
  name: 'cart',
  initialState: empty,
  reducers: {
    addToCart: (items, { payload }: PayloadAction<CartItem>) => {
      if (!items.some(({ WorkshopID }) => WorkshopID === payload.WorkshopID)) items.push(payload)
    },
    removeFromCart: (items, { payload: id }: PayloadAction<number>) =>
      items.filter(({ WorkshopID }) => WorkshopID !== id),
    clearCart: () => empty,
  },
  extraReducers: (builder) => builder.addCase(logout, () => empty),
})

export const { addToCart, removeFromCart, clearCart } = cart.actions
