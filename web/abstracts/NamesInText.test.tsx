import { cleanup, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { setAuthData } from '#web/accounts/slice.ts'
import { restored } from '#web/platform/visit.ts'
import { makeStore } from '#web/store.ts'
import { NamesInText } from './NamesInText.tsx'
import type { Abstract } from './slice.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('U23: before an abstract is sent, each passage that names its authors is shown with its section and what stands around it', async () => {
  const onEdit = vi.fn<() => void>()
  const passage = { section: 'material', text: 'Indus Hospital', around: 'patients of Indus Hospital were asked' }
  vi.stubGlobal('fetch', async () => Response.json({ isBlind: true, passages: 14, shown: [passage, passage] }))
  const store = makeStore()
  store.dispatch(restored({}))
  store.dispatch(setAuthData({ token: 'session-token' }))
  render(
    <Provider store={store}>
      <MemoryRouter>
        <NamesInText row={{ pk: 7, Version: 1 } as Abstract} onEdit={onEdit} />
      </MemoryRouter>
    </Provider>,
  )

  const [item] = await screen.findAllByRole('listitem')
  expect(item?.textContent).toBe('Material and Method: Indus Hospital, in patients of Indus Hospital were asked')
  expect(screen.getByText('14 passages of your text may tell reviewers who wrote it.')).toBeDefined()
  expect(screen.getByText('The first 2 are listed.')).toBeDefined()
  screen.getByRole('button', { name: 'Reword it' }).click()
  expect(onEdit).toHaveBeenCalledOnce()
})
