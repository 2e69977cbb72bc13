import { combineReducers, configureStore, type UnknownAction } from '@reduxjs/toolkit'
import { useSelector } from 'react-redux'
import { abstract } from './abstract.ts'
import { auth } from './auth.ts'
import { cart } from './cart.ts'
import { payment } from './payment.ts'
import { restored, visit } from './visit.ts'

/** The slices that outlive a visit, encrypted. */
const kept = { auth: auth.reducer, abstract: abstract.reducer, payment: payment.reducer, cart: cart.reducer }

const slices = combineReducers({ ...kept, visit: visit.reducer })

export type State = ReturnType<typeof slices>
export type Kept = Pick<State, keyof typeof kept>

const reducer = (state: State | undefined, action: UnknownAction): State =>
  slices(state && restored.match(action) ? { ...state, ...action.payload } : state, action)

export const makeStore = () => configureStore({ reducer })

export type Store = ReturnType<typeof makeStore>

/** How every visit begins. The server draws from it, so hydration must too. */
export const emptyState: State = reducer(undefined, { type: '' })

export const keptOf = ({ auth, abstract, payment, cart }: State): Kept => ({ auth, abstract, payment, cart })

export const useStore = useSelector.withTypes<State>()

export const isSignedIn = (state: State): boolean => state.auth.token !== ''
