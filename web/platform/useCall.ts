import { useCallback } from 'react'
import { useStore } from 'react-redux'
import { useNavigate } from 'react-router'
import { call, isOver, type AnswerTo, type Ask, type OperationName } from './call.ts'
import type { Store } from './store.ts'

export type Caller = <Name extends OperationName>(name: Name, input: Ask<Name>) => Promise<AnswerTo<Name>>
type Asking<Name extends OperationName> = (store: Store) => Promise<AnswerTo<Name>>
export type Asker = <Name extends OperationName>(name: Name, asking: Asking<Name>) => Promise<AnswerTo<Name>>

/** Asks the server. When the session turns out to be over, the person signs in again and comes back to where they were. */
export function useCall(): Caller {
  const ask = useAsking()
  return useCallback<Caller>((name, input) => ask(name, (store) => call(store, name, input)), [ask])
}

/** The same for what is sent in another way, such as a large file. */
export function useAsking(): Asker {
  const store = useStore() as Store
  const navigate = useNavigate()
  return useCallback<Asker>(
    async (name, asking) => {
      const answer = await asking(store)
      // A screen behind sign-in may have led there already, and knows better where the person was.
      if (isOver(name, answer) && location.pathname !== '/login') {
        const wanted = location.pathname + location.search
        await navigate('/login', { replace: true, state: { wanted } })
      }
      return answer
    },
    [store, navigate],
  )
}
