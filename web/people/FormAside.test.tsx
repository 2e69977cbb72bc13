// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { emptyValues } from './api.ts'
import { FormAside } from './FormAside.tsx'
import type { ProfileFormState } from './useProfileForm.ts'

afterEach(cleanup)

/** A form that nobody has typed in, for somebody with or without a photo from an earlier event. */
const untouched = (photoChangedAt: string | undefined) =>
  ({ values: emptyValues, photo: { chosen: undefined }, profile: undefined, photoChangedAt }) as ProfileFormState

const done = (): number => Number(/^(\d+) of/.exec(screen.getByText(/of \d+ done/).textContent ?? '')?.[1])

test('a photo from an earlier event counts as done', () => {
  render(<FormAside form={untouched(undefined)} />)
  const without = done()
  cleanup()
  render(<FormAside form={untouched('2026-11-01T09:00:00Z')} />)
  expect(done()).toBe(without + 1)
})
