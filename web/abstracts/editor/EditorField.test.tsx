import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { EditorField } from './EditorField.tsx'

afterEach(cleanup)

function Box({ begin = '' }) {
  const [html, setHtml] = useState(begin)
  return (
    <>
      <EditorField label="Results" note="no words" value={html} onChange={setHtml} />
      <output>{html}</output>
    </>
  )
}

const box = () => screen.getByLabelText<HTMLTextAreaElement>('Results')

test('before the editor has come a plain box takes what is typed, and is not taken away meanwhile', async () => {
  const user = userEvent.setup()
  render(<Box />)
  await user.type(box(), 'a < b{Enter}c')
  expect(screen.getByRole('status').textContent).toBe('<p>a &lt; b</p><p>c</p>')
  expect(box().tagName).toBe('TEXTAREA')
  await user.tab()
  await screen.findByRole('toolbar', { name: 'Format Results' })
  expect(screen.getByRole('textbox', { name: 'Results' }).innerHTML).toBe('<p>a &lt; b</p><p>c</p>')
  expect(screen.getByRole('textbox', { name: 'Results' }).getAttribute('aria-multiline')).toBe('true')
})

test('a text with bold letters waits for the editor, and comes into it whole', async () => {
  render(<Box begin="<p>so <strong>bold</strong></p>" />)
  await screen.findByRole('toolbar')
  expect(screen.getByRole('textbox').innerHTML).toBe('<p>so <strong>bold</strong></p>')
  expect(screen.getByRole('status').textContent).toBe('<p>so <strong>bold</strong></p>')
})
