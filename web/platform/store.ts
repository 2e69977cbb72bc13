/** The state of a visit. The slices belong to the domains: each declares its own in `Slices`, and `web/store.ts` registers them. */
import { combineReducers, configureStore, type Reducer, type UnknownAction } from '@reduxjs/toolkit'
import { useStore as useReduxStore, useSelector } from 'react-redux'
import type { SessionPart } from './session.ts'
import { restored, visit, type Visit } from './visit.ts'

/** An interface, and no type, so that a domain can add to it. */
export interface Slices {
  visit: Visit
}

export type State = Slices
/** What outlives a visit, encrypted: every slice of a domain. */
export type Kept = Omit<Slices, 'visit'>
type Reducers = { [Name in keyof Kept]: Reducer<Kept[Name]> }

export function storeOf(reducers: Reducers, session: SessionPart) {
  const slices = combineReducers({ ...reducers, visit: visit.reducer }) as Reducer<State>
  const reducer = (state: State | undefined, action: UnknownAction): State =>
    slices(state && restored.match(action) ? { ...state, ...action.payload } : state, action)
  const names = Object.keys(reducers) as (keyof Kept)[]
  return Object.assign(configureStore({ reducer }), {
    session,
    /** How every visit begins. The server draws from it, so hydration must too. */
    emptyState: reducer(undefined, { type: '' }),
    keptOf: (state: State) => Object.fromEntries(names.map((name) => [name, state[name]])) as Kept,
  })
}

export type Store = ReturnType<typeof storeOf>

export const useStore = useSelector.withTypes<State>()

/** For what is asked later than it is drawn. */
export const useWholeStore = (): Store => useReduxStore() as Store
