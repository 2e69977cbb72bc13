import { cleanup, render, screen } from '@testing-library/react'
import { useCallback, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useAsked } from './useAsked.ts'

afterEach(cleanup)

/** Answers come when the test says so, in whatever order. */
function answers() {
  const waiting = new Map<string, (text: string) => void>()
  const ask = (question: string) => new Promise<string>((answer) => waiting.set(question, answer))
  return { ask, answer: (question: string) => waiting.get(question)?.(`about ${question}`) }
}

function Page({ question, ask }: { question: string; ask: (question: string) => Promise<string> }) {
  const [said, setSaid] = useState('nothing yet')
  useAsked(
    useCallback(() => ask(question), [ask, question]),
    setSaid,
  )
  return <p>{said}</p>
}

test('a late answer to an earlier question does not replace the newer one', async () => {
  const { ask, answer } = answers()
  const { rerender } = render(<Page question="Lahore" ask={ask} />)
  rerender(<Page question="Karachi" ask={ask} />)
  answer('Karachi')
  await screen.findByText('about Karachi')
  answer('Lahore')
  await Promise.resolve()
  expect(screen.getByText('about Karachi')).toBeTruthy()
})

test('whoever asks nothing gets nothing', () => {
  const Silent = () => {
    const [said, setSaid] = useState('nothing yet')
    useAsked(undefined, setSaid)
    return <p>{said}</p>
  }
  render(<Silent />)
  expect(screen.getByText('nothing yet')).toBeTruthy()
})
