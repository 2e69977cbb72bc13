import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { onStepUp } from '#web/console/call.ts'
import { askMe } from '#web/console/queries.ts'

const StepUpDialog = lazy(() => import('./StepUpDialog.tsx'))

type Asked = { answer: (isConfirmed: boolean) => void }

/** Round every screen: whichever call is told `step_up` asks here, and is sent again by itself. */
export function WithStepUp() {
  const [asked, setAsked] = useState<Asked>()
  const client = useQueryClient()
  useEffect(
    () =>
      onStepUp(async () => {
        // By what they can show it may have changed in another tab.
        await client.invalidateQueries(askMe())
        return new Promise((answer) => setAsked({ answer }))
      }),
    [client],
  )
  return (
    <>
      <Outlet />
      {asked && (
        <Suspense>
          <StepUpDialog
            onAnswer={(isConfirmed) => {
              setAsked(undefined)
              asked.answer(isConfirmed)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
