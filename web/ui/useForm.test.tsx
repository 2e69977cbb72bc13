import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { SelectField, TextField } from './Field.tsx'
import { Form, Submit } from './Form.tsx'
import { useForm } from './useForm.ts'

function Offer() {
  const [first, setFirst] = useState('')
  const form = useForm(['name'], {
    check: () => ({ name: 'Please enter your name.' }),
    send: async () => undefined,
  })
  return (
    <Form form={form}>
      <SelectField label="First field" name="first" value={first} onChange={({ target }) => setFirst(target.value)}>
        <option value="">Please select</option>
        <option>Radiology</option>
      </SelectField>
      <TextField label="Name" {...form.field('name')} />
      <Submit form={form}>Accept</Submit>
    </Form>
  )
}

test('a list takes what is chosen while something else in the form is wrong', () => {
  render(<Offer />)
  fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
  expect(screen.getByText('Please enter your name.')).toBeTruthy()
  const list = screen.getByLabelText<HTMLSelectElement>('First field')

  // A browser tells of both, and draws between them.
  fireEvent.input(list, { target: { value: 'Radiology' } })
  fireEvent.change(list)

  expect(list.value).toBe('Radiology')
})
