/** Stop sales and begin again, cancel and hold after all, delete: each says what it means for people. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Ask, call, Refused } from '#web/console/call.ts'
import { ask } from '#web/console/queries.ts'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { type Told, useTelling } from './TellHolders.tsx'
import { useActKey } from './useEvent.ts'
import { counted } from './words.ts'
import type { Workshop } from './workshop-words.tsx'

type ActsProps = { workshop: Workshop; onChanged: (workshop: Workshop, told?: number) => void }
type Act = 'WorkshopStopSales' | 'WorkshopCancel' | 'WorkshopDelete'

export function WorkshopActs({ workshop, onChanged }: ActsProps) {
  const { eventId, workshopId, topic, state, paid, held, orders } = workshop
  const { confirm, dialog } = useConfirm()
  const { askToTell, telling } = useTelling()
  const { act, problem, isSending } = useWorkshopAct(workshop, onChanged)
  const navigate = useNavigate()
  const stop = (stopped: boolean) => void act('WorkshopStopSales', { stopped })

  const cancel = async () => {
    const told = await askToTell({
      title: `Cancel “${topic}”?`,
      act: 'Cancel the workshop',
      preview: { eventId, workshopId, change: 'cancelled' },
      text: (
        <p>{`Sales stop. ${counted(held, 'hold ends', 'holds end')}, apart from payments that are being confirmed. ${counted(paid, 'paid seat stays', 'paid seats stay')} on the roster for finance to refund or move: nothing is refunded automatically.`}</p>
      ),
    })
    if (told) await act('WorkshopCancel', { cancelled: true, paid, ...told })
  }
  const reinstate = async () => {
    const told: Told | undefined = await askToTell({
      title: `Reinstate “${topic}”?`,
      act: 'Reinstate the workshop',
      preview: { eventId, workshopId, change: 'reinstated' },
      text: <p>Sales stay stopped until you start them again. Holds that ended do not come back.</p>,
    })
    if (told) await act('WorkshopCancel', { cancelled: false, paid, ...told })
  }
  const remove = async () => {
    const text = <p>It has no orders. This can't be undone.</p>
    if (!(await confirm({ title: `Delete “${topic}”?`, consequence: 'Delete the workshop', text }))) return
    if (await act('WorkshopDelete', {})) await navigate(`/console/workshops?eventId=${workshop.eventId}`)
  }

  return (
    <section className="card stack" aria-labelledby="h-acts" aria-busy={isSending || undefined}>
      <h2 className="heading-small" id="h-acts">
        Sales and cancelling
      </h2>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {(state === 'selling' || state === 'full') && (
        <>
          <p className="small soft">
            {paid + held === 0
              ? 'New sales stop.'
              : `New sales stop. ${counted(paid + held, 'person who has a seat keeps it', 'people who have a seat keep it')}.`}
          </p>
          <button className="button button-secondary" type="button" onClick={() => stop(true)}>
            Stop sales
          </button>
        </>
      )}
      {state === 'stopped' && (
        <button className="button button-secondary" type="button" onClick={() => stop(false)}>
          Start sales again
        </button>
      )}
      {state === 'cancelled' ? (
        <button className="button button-secondary" type="button" onClick={() => void reinstate()}>
          Reinstate this workshop
        </button>
      ) : (
        state !== 'over' && (
          <button className="button button-quiet-danger" type="button" onClick={() => void cancel()}>
            Cancel this workshop
          </button>
        )
      )}
      {orders === 0 && (
        <button className="button button-quiet-danger" type="button" onClick={() => void remove()}>
          Delete this workshop
        </button>
      )}
      {dialog}
      {telling}
    </section>
  )
}

/** Does one thing to the workshop as it is seen: tells why not, and shows how it is afterwards. */
function useWorkshopAct({ eventId, workshopId, version }: Workshop, onChanged: ActsProps['onChanged']) {
  const client = useQueryClient()
  const keyOf = useActKey()
  const [problem, setProblem] = useState('')
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ([name, wish]: [Act, object]) => call(name, wish as Ask<Act>),
  })
  const act = async (name: Act, more: object): Promise<boolean> => {
    const wish = { eventId, workshopId, version, ...more }
    setProblem('')
    try {
      const answer = await mutateAsync([name, { ...wish, actKey: keyOf(wish) }])
      if ('workshop' in answer) onChanged(answer.workshop, 'told' in answer ? answer.told : 0)
      else void client.invalidateQueries({ queryKey: ['WorkshopsOfEvent'] })
      return true
    } catch (error) {
      const { stored } = error instanceof Refused ? error.body : {}
      if (stored) onChanged(stored as Workshop)
      else void client.invalidateQueries({ queryKey: ask('WorkshopShow', { workshopId }).queryKey })
      setProblem(error instanceof Error ? error.message : String(error))
      return false
    }
  }
  return { act, problem, isSending: isPending }
}
