import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { CriterionField } from './Criterion.tsx'

afterEach(cleanup)

const words = { hint: '', low: '', high: '', weight: 1, isRequired: true }

function Two({ isClosed = false }: { isClosed?: boolean }) {
  const [scores, setScores] = useState<Record<string, number>>({})
  return ['Question', 'Method'].map((name, at) => (
    <CriterionField
      key={name}
      criterion={{ ...words, criterionId: at + 1, name }}
      score={scores[name]}
      isMissing={false}
      isClosed={isClosed}
      onScore={(score) => setScores((now) => ({ ...now, [name]: score }))}
    />
  ))
}

const chosen = () =>
  screen.queryAllByRole('radio', { checked: true }).map((radio) => radio.closest('label')?.textContent)

test('the keys 1 to 5 answer the criterion that has the focus, and Tab goes on to the next', async () => {
  const user = userEvent.setup()
  render(<Two />)
  await user.tab()
  await user.keyboard('4')
  expect(chosen()).toEqual(['Question: 4'])
  expect(document.activeElement).toBe(screen.getByRole('radio', { checked: true }))
  await user.keyboard('2')
  expect(chosen()).toEqual(['Question: 2'])
  await user.tab()
  // An Urdu keyboard.
  await user.keyboard('۵')
  expect(chosen()).toEqual(['Question: 2', 'Method: 5'])
})

test('other keys, and those that mean something to the browser, answer nothing', async () => {
  const user = userEvent.setup()
  render(<Two />)
  await user.tab()
  await user.keyboard('6')
  await user.keyboard('0')
  await user.keyboard('x')
  await user.keyboard('{Control>}3{/Control}')
  expect(chosen()).toEqual([])
})

test('what is closed takes no key', async () => {
  const user = userEvent.setup()
  render(<Two isClosed />)
  await user.tab()
  await user.keyboard('3')
  expect(chosen()).toEqual([])
})
