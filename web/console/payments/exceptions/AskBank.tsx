import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Me, mayIn } from '#web/console/accounts/me.ts'
import { call } from '#web/console/call.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { Exception } from './exception-words.ts'

/** Asks the bank now, where it may still say something new. What it said stays to be read when there is nothing more to ask. */
export function AskBank({ me, exception: { attempt, event } }: { me: Me; exception: Exception }) {
  const client = useQueryClient()
  const asking = useMutation({
    mutationFn: (attemptId: number) => call('BankAsk', { attemptId }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['ExceptionShow'] }),
        client.invalidateQueries({ queryKey: ['ExceptionsList'] }),
      ]),
  })
  if (!attempt || !mayIn(me, 'exceptions.resolve', event?.eventId)) return null
  if (!attempt.mayAsk && !asking.data) return null
  return (
    <div className="stack gap-s">
      {attempt.mayAsk && (
        <div>
          <button
            className="button button-secondary"
            type="button"
            aria-busy={asking.isPending || undefined}
            onClick={() => {
              if (!asking.isPending) asking.mutate(attempt.attemptId)
            }}
          >
            <Icon name="turn" /> Ask the bank now
          </button>
        </div>
      )}
      {asking.data && (
        <Notice live>
          <p>
            The bank says: {asking.data.words} <small>({asking.data.code})</small>
          </p>
        </Notice>
      )}
      {asking.isError && (
        <Notice tone="bad" live>
          <p>{asking.error.message}</p>
        </Notice>
      )}
    </div>
  )
}
