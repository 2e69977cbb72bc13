import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { SiteContent } from '#contract/events/site.ts'
import { ContentProvider } from '#web/layout/content.tsx'
import { content } from '#web/testing/content.ts'
import PastProgrammesPage from './PastProgrammesPage.tsx'

afterEach(cleanup)

const visit = (site: SiteContent = content) =>
  render(
    <ContentProvider content={site}>
      <PastProgrammesPage />
    </ContentProvider>,
  )

const shown = () => screen.queryAllByRole('article').map((article) => article.querySelector('h2')?.textContent)

test('only programmes that have ended are listed, newest first', () => {
  visit()
  expect(shown()).toEqual([
    'Safe Sedation',
    'Teaching by Simulation',
    'The First Golden Minute',
    'Antibiotic Stewardship',
  ])
  expect(screen.getByRole('status').textContent).toBe('4 past programmes, newest first')
})

test('a programme is current on its last day and past on the next', () => {
  visit({ ...content, today: '2025-08-19' })
  expect(shown()).not.toContain('ECG: Rhythm to Reason')
  cleanup()
  visit({ ...content, today: '2025-08-20' })
  expect(shown()[0]).toBe('ECG: Rhythm to Reason')
})

test('a search narrows the list, and one that finds nothing offers the way back', async () => {
  const user = userEvent.setup()
  visit()
  const box = screen.getByLabelText('Search past programmes')
  await user.type(box, 'ansari ANTIBIÓTIC')
  expect(shown()).toEqual(['Antibiotic Stewardship'])
  await user.clear(box)
  await user.type(box, 'astronomy')
  expect(shown()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Show all programmes' }))
  expect(shown()).toHaveLength(4)
})

test('before any programme has ended the page says so and has no search', () => {
  visit({ ...content, today: '2024-01-01' })
  expect(screen.getByText('No programme has ended yet')).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
})
