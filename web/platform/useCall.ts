import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import type { Call } from '#contract/heads.ts'
import type { Operation } from '#contract/operation.ts'
import { whereNow } from './base.ts'
import { call, isOver, type AnswerTo, type Ask } from './call.ts'
import { type Store, useWholeStore } from './store.ts'

export type Caller = <O extends Operation>(one: Call<O>, input: Ask<O>) => Promise<AnswerTo<O>>
type Asking<O extends Operation> = (store: Store) => Promise<AnswerTo<O>>
export type Asker = <O extends Operation>(one: Call<O>, asking: Asking<O>) => Promise<AnswerTo<O>>

/** Asks the server. When the session turns out to be over, the person signs in again and comes back to where they were. */
export function useCall(): Caller {
  const ask = useAsking()
  return useCallback<Caller>((one, input) => ask(one, (store) => call(store, one, input)), [ask])
}

/** The same for what is sent in another way, such as a large file. */
export function useAsking(): Asker {
  const store = useWholeStore()
  const navigate = useNavigate()
  return useCallback<Asker>(
    async (one, asking) => {
      const answer = await asking(store)
      // A screen behind sign-in may have led there already, and knows better where the person was.
      if (isOver(one, answer) && whereNow() !== '/login') {
        const wanted = whereNow() + location.search
        await navigate('/login', { replace: true, state: { wanted } })
      }
      return answer
    },
    [store, navigate],
  )
}
