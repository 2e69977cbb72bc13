/** Does one thing that is an act, and tells why not. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Ask, call, type OperationName, Refused, type Reply } from '#web/console/call.ts'
import { readAgain } from '#web/console/queries.ts'

/** The same change sent again, because no answer came, is one change: it has the key of the first time. */
export function useActKey(): (wish: object) => string {
  const last = useRef({ of: '', key: '' })
  return (wish) => {
    const of = JSON.stringify(wish)
    if (last.current.of !== of) last.current = { of, key: randomKey() }
    return last.current.key
  }
}

/** The same for several changes of one kind, of which some may have to be sent again. */
export function useActKeys(): (wish: object) => string {
  const keys = useRef(new Map<string, string>())
  return (wish) => {
    const of = JSON.stringify(wish)
    const key = keys.current.get(of) ?? randomKey()
    keys.current.set(of, key)
    return key
  }
}

function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** For a refusal: what is shown was not what is stored. After a change that was made, everything is read again by itself. */
export function useReadAgain(): () => void {
  const client = useQueryClient()
  return () => readAgain(client)
}

type Refusal = { problems: Record<string, string>; stored?: unknown }

export function useAct<Name extends OperationName>(name: Name) {
  const again = useReadAgain()
  const keyOf = useActKey()
  const done = useRef(0)
  const [{ problems, stored }, setRefusal] = useState<Refusal>({ problems: {} })
  const { mutateAsync, isPending } = useMutation({ mutationFn: (wish: Ask<Name>) => call(name, wish) })
  /** Gives the answer, or nothing where it was refused. */
  const act = async (wish: Omit<Ask<Name>, 'actKey'>): Promise<Reply<Name> | undefined> => {
    setRefusal({ problems: {} })
    try {
      const answer = await mutateAsync({ ...wish, actKey: keyOf({ ...wish, done: done.current }) } as Ask<Name>)
      // Once it is answered, the same again is another act: somebody may be invited, or given, twice.
      done.current += 1
      return answer
    } catch (error) {
      const { fields = [], stored } = error instanceof Refused ? error.body : {}
      const found = Object.fromEntries(fields.map(({ path, message }) => [path, message]))
      const words = error instanceof Error ? error.message : String(error)
      setRefusal({ problems: fields.length > 0 ? found : { form: words }, stored })
      again()
      return undefined
    }
  }
  const forget = () => setRefusal({ problems: {} })
  /** `problem` is the first of them, where a screen has one place to say it. */
  return { act, problems, problem: Object.values(problems)[0], stored, isSending: isPending, forget }
}
