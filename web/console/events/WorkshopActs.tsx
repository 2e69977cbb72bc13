/** Stop sales and begin again, cancel and hold after all, delete: each says what it means for people. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Ask, call, Refused } from '#web/console/call.ts'
import { ask } from '#web/console/queries.ts'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useActKey } from './useEvent.ts'
import { counted } from './words.ts'
import type { Workshop } from './workshop-words.tsx'

type ActsProps = { workshop: Workshop; onChanged: (workshop: Workshop) => void }
type Act = 'WorkshopStopSales' | 'WorkshopCancel' | 'WorkshopDelete'

export function WorkshopActs({ workshop, onChanged }: ActsProps) {
  const { topic, state, paid, held, orders } = workshop
  const { confirm, dialog } = useConfirm()
  const { act, problem, isSending } = useWorkshopAct(workshop, onChanged)
  const navigate = useNavigate()
  const stop = (stopped: boolean) => void act('WorkshopStopSales', { stopped })

  const cancel = async () => {
    const isSure = await confirm({
      title: `Cancel “${topic}”?`,
      consequence: `Cancel it: ${paid} paid wait, ${held} held ${held === 1 ? 'is' : 'are'} given up`,
      text: (
        <p>
          Sales stop at once. Nothing is given back and nobody is written to: who has paid stays on the roster, for
          finance to settle.
        </p>
      ),
    })
    if (isSure) await act('WorkshopCancel', { cancelled: true, paid })
  }
  const remove = async () => {
    const text = <p>No order names it. It is gone for good.</p>
    if (!(await confirm({ title: `Delete “${topic}”?`, consequence: 'Delete this workshop', text }))) return
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
          <p className="small soft">{`Stopping sales leaves ${counted(paid + held, 'seat')} as ${paid + held === 1 ? 'it is' : 'they are'}; nobody gets a new one.`}</p>
          <button className="button button-secondary" type="button" onClick={() => stop(true)}>
            Stop sales
          </button>
        </>
      )}
      {state === 'stopped' && (
        <button className="button button-secondary" type="button" onClick={() => stop(false)}>
          Begin sales again
        </button>
      )}
      {state === 'cancelled' ? (
        <button
          className="button button-secondary"
          type="button"
          onClick={() => void act('WorkshopCancel', { cancelled: false, paid })}
        >
          Hold it after all
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
    </section>
  )
}

/** Does one thing to the workshop as it is seen: tells why not, and shows how it is afterwards. */
function useWorkshopAct({ eventId, workshopId, version }: Workshop, onChanged: (workshop: Workshop) => void) {
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
      if ('workshop' in answer) onChanged(answer.workshop)
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
