import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { answerWith } from '#web/testing/staff.tsx'
import { useList } from './useList.ts'

test('a search that is typed before the filter beside it was drawn keeps that filter', () => {
  answerWith({ ExceptionsList: () => ({ rows: [], next: null, total: 0, totalIsExact: true }) })
  const client = new QueryClient()
  const around = ({ children }: { children: ReactNode }) => (
    <MemoryRouter>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </MemoryRouter>
  )
  const plan = { filters: ['kind'], usual: {} }
  const { result } = renderHook(() => ({ list: useList('ExceptionsList', plan), at: useLocation().search }), {
    wrapper: around,
  })

  const { change } = result.current.list
  act(() => {
    change({ kind: 'wrong_amount' })
    change({ search: 'Saima' }, { replace: true })
  })

  expect(result.current.at).toBe('?kind=wrong_amount&search=Saima')
})
