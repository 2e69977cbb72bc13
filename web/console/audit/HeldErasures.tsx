import { useQuery } from '@tanstack/react-query'
import { grouped } from '#contract/money.ts'
import type { Reply } from '#web/console/call.ts'
import { ask } from '#web/console/queries.ts'
import { useAct } from '#web/console/ui/useAct.ts'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { When } from '#web/console/ui/When.tsx'
import { Notice } from '#web/ui/Notice.tsx'

type Held = Reply<'HeldErasures'>['people'][number]

/** Deletions that wait for an owner, because they would blank very much of the audit log. */
export function HeldErasures({ timeZone }: { timeZone: string }) {
  const { data } = useQuery(ask('HeldErasures', {}))
  const { act, problem, isSending } = useAct('ErasureAllow')
  const { confirm, dialog } = useConfirm()
  const people = data?.people ?? []
  const allow = async ({ accountId, name, rows }: Held) => {
    const question = {
      title: `Delete ${name}?`,
      text: <p>{grouped(rows)} entries of the audit log lose their words within the hour. This can’t be undone.</p>,
      consequence: 'Allow deletion',
    }
    if (await confirm(question)) await act({ accountId })
  }
  if (people.length === 0) return null
  return (
    <Notice tone="wait">
      <p>
        <strong>
          {people.length === 1 ? '1 deletion waits for an owner.' : `${people.length} deletions wait for an owner.`}
        </strong>{' '}
        Participants have a few dozen entries in the audit log. A deletion that would blank more than 2,000 is stopped:
        look at the account first.
      </p>
      <ul className="rows">
        {people.map((each) => (
          <li key={each.accountId}>
            <span>
              <bdi>{each.name}</bdi>, account {each.accountId}: {grouped(each.rows)} entries, stopped{' '}
              <When at={each.heldAt} timeZone={timeZone} isInSentence />
            </span>
            <button
              className="button button-secondary"
              type="button"
              disabled={isSending}
              onClick={() => void allow(each)}
            >
              Allow deletion<span className="visually-hidden"> of {each.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {problem && <p role="alert">{problem}</p>}
      {dialog}
    </Notice>
  )
}
