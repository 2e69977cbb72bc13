import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { logout } from '#web/accounts/slice.ts'

declare module '#web/platform/store.ts' {
  interface Slices {
    cart: CartItem[]
  }
}

/** A workshop by its number. Its price is never kept: the server's is shown. The topic names one that is no longer offered. */
export type CartItem = { WorkshopID: number; Topic?: string }

const empty: CartItem[] = []
const cartKey = 'cartItems'

export const cart = createSlice({
  name: 'cart',
  initialState: empty,
  reducers: {
    addToCart: (items, { payload }: PayloadAction<CartItem>) => {
      if (!items.some(({ WorkshopID }) => WorkshopID === payload.WorkshopID)) items.push(payload)
    },
    removeFromCart: (items, { payload: id }: PayloadAction<number>) => {
      const at = items.findIndex(({ WorkshopID }) => WorkshopID === id)
      if (at >= 0) items.splice(at, 1)
    },
    clearCart: () => empty,
    restoreCart: (_items, { payload }: PayloadAction<CartItem[]>) => payload,
  },
  extraReducers: (builder) => builder.addCase(logout, () => empty),
})

export const { addToCart, removeFromCart, clearCart, restoreCart } = cart.actions

/** The cart as it was left, or undefined when none can be read. */
export function readCart(): CartItem[] | undefined {
  try {
    const items = JSON.parse(localStorage.getItem(cartKey) ?? 'null') as unknown
    if (!Array.isArray(items)) return undefined
    return items.filter((item): item is CartItem => Number.isInteger((item as CartItem | null)?.WorkshopID))
  } catch {
    // Storage is blocked, or somebody else wrote there.
    return undefined
  }
}

/** Every change is written; an empty cart leaves no entry. */
export function writeCart(items: readonly CartItem[]): void {
  try {
    const text = JSON.stringify(items)
    if (items.length === 0) localStorage.removeItem(cartKey)
    else if (localStorage.getItem(cartKey) !== text) localStorage.setItem(cartKey, text)
  } catch {
    // A browser that keeps nothing has the cart for this visit only.
  }
}
