/** Does one thing with money: tells why not, and reads again all that tells of money. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Ask, call, type OperationName, Refused, type Reply } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'

const telling: readonly OperationName[] = [
  'FinanceToday',
  'OfflineList',
  'OfflineShow',
  'OrderMoney',
  'RefundsList',
  'LedgerList',
  'ClosingPreview',
  'ClosingsList',
  'ExceptionsList',
  'ExceptionShow',
]

export function useReadMoneyAgain(): () => void {
  const client = useQueryClient()
  return () => {
    for (const name of telling) void client.invalidateQueries({ queryKey: [name] })
  }
}

export function useMoneyAct<Name extends OperationName>(name: Name) {
  const readAgain = useReadMoneyAgain()
  const keyOf = useActKey()
  const [problems, setProblems] = useState<Record<string, string>>({})
  const { mutateAsync, isPending } = useMutation({ mutationFn: (wish: Ask<Name>) => call(name, wish) })
  /** Gives the answer, or nothing where it was refused. */
  const act = async (wish: Omit<Ask<Name>, 'actKey'>): Promise<Reply<Name> | undefined> => {
    setProblems({})
    try {
      return await mutateAsync({ ...wish, actKey: keyOf(wish) } as Ask<Name>)
    } catch (error) {
      const { fields } = error instanceof Refused ? error.body : {}
      const found = Object.fromEntries((fields ?? []).map(({ path, message }) => [path, message]))
      setProblems(fields?.length ? found : { form: error instanceof Error ? error.message : String(error) })
      return undefined
    } finally {
      readAgain()
    }
  }
  return { act, problems, isSending: isPending }
}
