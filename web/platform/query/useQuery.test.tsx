import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Provider } from 'react-redux'
import { afterEach, expect, test } from 'vitest'
import { makeStore } from '#web/store.ts'
import { useQuery, useSharedQuery } from './useQuery.ts'

afterEach(cleanup)

/** Answers come when the test says so, in whatever order. */
function answers() {
  const asked: string[] = []
  const waiting: ((text: string | undefined) => void)[] = []
  const ask = (question: string) => {
    asked.push(question)
    return new Promise<string | undefined>((answer) => waiting.push(answer))
  }
  return { asked, ask, answer: (which: number, text: string | undefined) => waiting[which]?.(text) }
}

type Asking = ReturnType<typeof answers>['ask']

function Page({ question, ask, hook = useQuery }: { question: string; ask: Asking; hook?: typeof useQuery }) {
  const { data, hasFailed, refresh } = hook({ queryKey: [question], queryFn: () => ask(question) })
  return (
    <p>
      <output>{data ?? 'nothing yet'}</output>
      {hasFailed && <strong>No answer</strong>}
      <button type="button" onClick={() => void refresh()}>
        Ask again
      </button>
    </p>
  )
}

const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const show = (page: React.ReactElement) => render(page, { wrapper: withStore() })

function withStore() {
  const store = makeStore()
  return function Visit({ children }: { children: React.ReactNode }) {
    return <Provider store={store}>{children}</Provider>
  }
}

test('a late answer to an earlier question does not replace the newer one', async () => {
  const { ask, answer } = answers()
  const { rerender } = show(<Page question="Lahore" ask={ask} />)
  rerender(<Page question="Karachi" ask={ask} />)
  answer(1, 'about Karachi')
  await screen.findByText('about Karachi')
  answer(0, 'about Lahore')
  await Promise.resolve()
  expect(said()).toEqual(['about Karachi'])
})

test('whoever asks again while the first question is under way gets the newer answer, also when the older one comes last', async () => {
  const { ask, answer, asked } = answers()
  show(<Page question="orders" ask={ask} />)
  await userEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(asked).toHaveLength(2))
  answer(1, 'with the new order')
  await screen.findByText('with the new order')
  answer(0, 'without it')
  await Promise.resolve()
  expect(said()).toEqual(['with the new order'])
})

test('what was known stays when a later try gets no answer, and the person is told', async () => {
  const { ask, answer, asked } = answers()
  show(<Page question="orders" ask={ask} />)
  answer(0, 'one order')
  await screen.findByText('one order')
  await userEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(asked).toHaveLength(2))
  answer(1, undefined)
  expect(await screen.findByText('No answer')).toBeTruthy()
  expect(said()).toEqual(['one order'])
})

test('a screen that is opened again asks again, and shows nothing old meanwhile', async () => {
  const { ask, answer, asked } = answers()
  function Visit() {
    const [turn, setTurn] = useState(0)
    return (
      <>
        <Page key={turn} question="profile" ask={ask} />
        <button type="button" onClick={() => setTurn(turn + 1)}>
          Come back
        </button>
      </>
    )
  }
  show(<Visit />)
  answer(0, 'before the change')
  await screen.findByText('before the change')
  await userEvent.click(screen.getByRole('button', { name: 'Come back' }))
  expect(said()).toEqual(['nothing yet'])
  await waitFor(() => expect(asked).toHaveLength(2))
})

test('two cards that share a question ask once', async () => {
  const { ask, answer, asked } = answers()
  const card = <Page question="the bank" ask={ask} hook={useSharedQuery} />
  show(
    <>
      {card}
      {card}
    </>,
  )
  await waitFor(() => expect(asked).toEqual(['the bank']))
  answer(0, 'paid')
  await waitFor(() => expect(said()).toEqual(['paid', 'paid']))
})
