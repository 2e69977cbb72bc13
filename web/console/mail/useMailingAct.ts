/** Does one thing to a letter to many: tells why not, and shows what it is afterwards. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Ask, call, Refused } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'
import { ask } from '#web/console/queries.ts'
import type { Mailing } from './words.ts'

type MailingAct = 'MailingSend' | 'MailingStop'

export function useMailingAct<Name extends MailingAct>(name: Name) {
  const client = useQueryClient()
  const keyOf = useActKey()
  const [problems, setProblems] = useState<Record<string, string>>({})
  const { mutateAsync, isPending } = useMutation({ mutationFn: (wish: Ask<Name>) => call(name, wish) })
  const show = (mailing: Mailing) => {
    client.setQueryData(ask('MailingShow', { mailingId: mailing.id }).queryKey, { mailing })
    void client.invalidateQueries({ queryKey: ['MailingsList'] })
  }
  const act = async (wish: Omit<Ask<Name>, 'actKey'>): Promise<void> => {
    setProblems({})
    try {
      const answer = await mutateAsync({ ...wish, actKey: keyOf(wish) } as Ask<Name>)
      show((answer as { mailing: Mailing }).mailing)
    } catch (error) {
      const { fields, stored } = error instanceof Refused ? error.body : {}
      if (stored) show(stored as Mailing)
      const found = Object.fromEntries((fields ?? []).map(({ path, message }) => [path, message]))
      setProblems(fields?.length ? found : { form: error instanceof Error ? error.message : String(error) })
    }
  }
  return { act, problems, isSending: isPending }
}
