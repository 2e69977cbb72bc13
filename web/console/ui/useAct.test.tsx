import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { useReading } from './useAct.ts'

test('what was asked before an act, and is answered after it, is asked again', async () => {
  const client = new QueryClient()
  const around = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const answers: ((pending: number) => void)[] = []
  const { result } = renderHook(
    () => ({
      shown: useQuery({
        queryKey: ['DecisionPreview', { eventId: 1 }],
        queryFn: () => new Promise<number>((answer) => answers.push(answer)),
      }),
      readAgain: useReading(['DecisionPreview']),
    }),
    { wrapper: around },
  )

  await waitFor(() => expect(answers).toHaveLength(1))
  act(() => result.current.readAgain())
  await waitFor(() => expect(answers).toHaveLength(2))
  act(() => {
    answers[0]?.(0)
    answers[1]?.(1)
  })
  await waitFor(() => expect(result.current.shown.data).toBe(1))
})
