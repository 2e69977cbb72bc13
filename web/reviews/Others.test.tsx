import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { ContentProvider } from '#web/layout/content.tsx'
import { makeStore } from '#web/store.ts'
import { content } from '#web/testing/content.ts'
import type { Opened } from './answers.ts'
import { Discussion } from './Others.tsx'

afterEach(cleanup)

const remark = (alias: number, text: string) => ({ alias, isMine: false, text, at: `2025-09-0${alias}T10:00:00.000Z` })

function opened(...remarks: ReturnType<typeof remark>[]): Opened {
  const abstract = { assignmentId: 'a'.repeat(32), alias: 3, isOpen: true }
  return { abstract, discussion: { isOpen: true, remarks }, timeZone: 'Asia/Karachi' } as unknown as Opened
}

const store = makeStore()
const page = (shown: Opened) => (
  <Provider store={store}>
    <ContentProvider content={content}>
      <MemoryRouter>
        <Discussion opened={shown} />
      </MemoryRouter>
    </ContentProvider>
  </Provider>
)

test('a remark that somebody is typing stays when another one arrives', async () => {
  const { rerender } = render(page(opened(remark(1, 'The sample is small.'))))
  await userEvent.type(screen.getByLabelText('Your remark'), 'But it is well')

  rerender(page(opened(remark(1, 'The sample is small.'), remark(2, 'I agree.'))))

  expect(screen.getByText('I agree.')).toBeDefined()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your remark').value).toBe('But it is well')
})
