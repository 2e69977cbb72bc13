/** The line that says a change was saved. */
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { tellChange } from '#web/console/changes.ts'
import { Toasts } from './Toasts.tsx'

afterEach(cleanup)

test('each change that was saved is said in a live region, and one that failed or that nobody asked for is not', () => {
  render(<Toasts />)
  const region = screen.getByRole('status')
  const saidOf = (name: string, isDone = true) => {
    act(() => tellChange({ name, isDone }))
    return region.textContent.trim()
  }

  expect(region.getAttribute('aria-live')).toBe('polite')
  expect([saidOf('WorkshopSave', false), saidOf('PageDraftSave')]).toEqual(['', ''])
  expect([saidOf('WorkshopSave'), saidOf('MailingSend'), saidOf('GrantRevoke')]).toEqual(['Saved', 'Sent', 'Removed'])
})
