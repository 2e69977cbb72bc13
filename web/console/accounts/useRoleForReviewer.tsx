import { Refused } from '#web/console/call.ts'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'

/** Gives a role; of somebody who also reviews the server says so first, and the person is asked. `undefined`: they thought better of it. */
export function useRoleForReviewer() {
  const { confirm, dialog } = useConfirm()

  async function give<Answer>(send: (sure: { reviewsToo?: true }) => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await send({})
    } catch (error) {
      if (!isOfReviewer(error)) throw error
      const question = {
        title: 'Give a role to a reviewer?',
        text: <p>{error.message}</p>,
        consequence: 'Give the role',
      }
      return (await confirm({ ...question, tone: 'primary' })) ? send({ reviewsToo: true }) : undefined
    }
  }
  return { give, dialog }
}

const isOfReviewer = (error: unknown): error is Refused =>
  error instanceof Refused &&
  typeof error.body.stored === 'object' &&
  error.body.stored !== null &&
  'reviewsAt' in error.body.stored
