/** The store of the participants' site: what each domain keeps from one visit to the next. */
import { abstract } from './abstracts/slice.ts'
import { auth, session } from './accounts/slice.ts'
import { cart } from './booking/slice.ts'
import { payment } from './payments/slice.ts'
import { storeOf, type Store } from './platform/store.ts'

/** Their names are those under which browsers hold them now: a new name would sign everybody out. */
const kept = { auth: auth.reducer, abstract: abstract.reducer, payment: payment.reducer, cart: cart.reducer }

export const makeStore = (): Store => storeOf(kept, session)

export const { emptyState } = makeStore()
