import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { AbstractRow } from '#contract/abstracts/abstracts.ts'
import { logout } from '#web/accounts/slice.ts'

declare module '#web/platform/store.ts' {
  interface Slices {
    abstract: Abstract[]
  }
}

/** An abstract as the server lists it. */
export type Abstract = AbstractRow

const none: Abstract[] = []

export const abstract = createSlice({
  name: 'abstract',
  initialState: none,
  reducers: {
    setAbstracts: (_list, { payload }: PayloadAction<Abstract[]>) => payload,
    addAbstract: (list, { payload }: PayloadAction<Abstract>) => {
      list.push(payload)
    },
    removeAbstract: (list, { payload: pk }: PayloadAction<number>) => list.filter((one) => one.pk !== pk),
    replaceAbstract: (list, { payload }: PayloadAction<Abstract>) =>
      list.map((one) => (one.pk === payload.pk ? payload : one)),
  },
  // The next person at this computer must not find the abstracts of the one before.
  extraReducers: (builder) => builder.addCase(logout, () => none),
})

export const { setAbstracts, addAbstract, removeAbstract, replaceAbstract } = abstract.actions
