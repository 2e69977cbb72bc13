/** The event that a screen is about: the one that the address names. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Me, mayIn } from '#web/console/accounts/me.ts'
import { type Ask, call, type OperationName, Refused, type Reply } from '#web/console/call.ts'
import { lastEvent } from '#web/console/layout/withEvent.ts'
import { ask } from '#web/console/queries.ts'
import { useActKey } from '#web/console/ui/useAct.ts'
import type { EventDetail } from './words.ts'

export { useActKey }

export function useEventId(me: Me): number | undefined {
  const [address] = useSearchParams()
  const named = Number(address.get('eventId'))
  // One that they may not see is asked for too: the server says that there is none.
  return named || assumedEvent(me)
}

/** Where no address names one: the one that this tab showed last, else the current one, else the newest. */
export function assumedEvent(me: Me): number | undefined {
  const last = Number(lastEvent())
  const readable = me.events.filter(({ eventId }) => mayIn(me, 'event.read', eventId))
  const event =
    readable.find(({ eventId }) => eventId === last) ?? readable.find(({ isCurrent }) => isCurrent) ?? readable[0]
  return event?.eventId
}

/** After a change: the event is shown as it came back, and what else tells of it is read again. */
export function useShowEvent() {
  const client = useQueryClient()
  return (event: EventDetail) => {
    const { eventId } = event
    client.setQueryData(ask('EventShow', { eventId }).queryKey, { event })
    const others: OperationName[] = ['EventCheck', 'EventsOfStaff', 'StaffMe']
    for (const name of others) void client.invalidateQueries({ queryKey: [name] })
  }
}

/** Does one thing to an event: tells why not, and shows what it is afterwards. */
export function useEventAct<Name extends EventAct>(name: Name) {
  const show = useShowEvent()
  const keyOf = useActKey()
  const [problems, setProblems] = useState<Record<string, string>>({})
  const { mutateAsync, isPending } = useMutation({ mutationFn: (wish: Ask<Name>) => call(name, wish) })
  /** Gives the answer, or nothing where it was refused. */
  const act = async (wish: Omit<Ask<Name>, 'actKey'>): Promise<Reply<Name> | undefined> => {
    setProblems({})
    try {
      const answer = await mutateAsync({ ...wish, actKey: keyOf(wish) } as Ask<Name>)
      if ('event' in answer) show(answer.event)
      return answer
    } catch (error) {
      const { fields, stored } = error instanceof Refused ? error.body : {}
      if (stored && typeof stored === 'object' && 'eventId' in stored) show(stored as EventDetail)
      const found = Object.fromEntries((fields ?? []).map(({ path, message }) => [path, message]))
      setProblems(fields?.length ? found : { form: error instanceof Error ? error.message : String(error) })
      return undefined
    }
  }
  return { act, problems, isSending: isPending, forget: () => setProblems({}) }
}

type EventAct =
  | 'DisciplinesAdd'
  | 'EventPublish'
  | 'EventUnpublish'
  | 'EventMakeCurrent'
  | 'EventEnd'
  | 'EventArchive'
  | 'EventDelete'
  | 'EventCopy'
  | 'EventBegin'
  | 'DisciplineSave'
  | 'DisciplineRetire'
  | 'DisciplineOrder'
  | 'ExtensionGive'
  | 'ExtensionEnd'

export function typedIn(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
