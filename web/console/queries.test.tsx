/** What one has just saved is in every list at once, whichever screen shows it. */
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { answerWith, refused } from '#web/testing/staff.tsx'
import { call } from './call.ts'
import { makeQueryClient } from './queries.ts'

const nowhere = { leave: vi.fn<() => void>(), toSecondFactor: vi.fn<() => void>() }

function aList(queryFn: () => Promise<number>) {
  const client = makeQueryClient(nowhere)
  const around = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(() => useQuery({ queryKey: ['WorkshopsOfEvent', { eventId: 1 }], queryFn }), { wrapper: around })
}
const discipline = { eventId: 1, name: 'Surgery', actKey: 'a'.repeat(32) } as never

test('after any change every list on the screen is read again; after a refusal none is', async () => {
  let count = 0
  const { result } = aList(async () => (count += 1))
  await waitFor(() => expect(result.current.data).toBe(1))

  answerWith({ DisciplineSave: () => ({ event: {} }), EventCheck: () => ({}) })
  await act(() => call('DisciplineSave', discipline))
  await waitFor(() => expect(result.current.data).toBe(2))

  await act(() => call('EventCheck', { eventId: 1 }))
  answerWith({ DisciplineSave: () => refused(409, { code: 'conflict', message: 'Taken.' }) })
  await expect(call('DisciplineSave', discipline)).rejects.toThrow('Taken.')
  expect(count).toBe(2)
})

test('what was asked before a change, and is answered after it, is asked again', async () => {
  const answers: ((each: number) => void)[] = []
  const { result } = aList(() => new Promise<number>((answer) => answers.push(answer)))
  await waitFor(() => expect(answers).toHaveLength(1))

  answerWith({ DisciplineSave: () => ({ event: {} }) })
  await act(() => call('DisciplineSave', discipline))
  await waitFor(() => expect(answers).toHaveLength(2))
  act(() => {
    answers[0]?.(0)
    answers[1]?.(1)
  })
  await waitFor(() => expect(result.current.data).toBe(1))
})
