/** Somebody in production without a second factor sets up the first one. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerWith, bilal, openConsole, refused } from '#web/testing/staff.tsx'

const confirmFirst = () => refused(403, { code: 'step_up', message: 'Please confirm your email address first.' })

test('before the first second factor a PIN by email is asked for, and what was asked for then goes on by itself', async () => {
  let isProved = false
  const { asked } = answerWith({
    StaffMe: () => ({ ...bilal, needs: 'set-up', proofs: ['email'] }),
    TotpBegin: () => (isProved ? { secret: 'ABCDABCD', uri: 'otpauth://totp/a' } : confirmFirst()),
    FactorPinSend: () => ({}),
    StaffStepUp: ({ pin }) => {
      if (pin !== '123456')
        return refused(422, {
          code: 'invalid',
          message: 'No.',
          fields: [{ path: 'pin', message: 'This PIN is not correct.' }],
        })
      isProved = true
      return { until: '2026-11-01T09:10:00.000Z' }
    },
  })
  openConsole('/console/second-factor')
  fireEvent.click(await screen.findByRole('button', { name: 'Show the picture to scan' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Send the PIN' }))
  await screen.findByText('We sent a PIN to bilal.ansari@example.org.')
  const type = (pin: string) => {
    fireEvent.input(screen.getByLabelText('Six digits from the email'), { target: { value: pin } })
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  }
  type('000000')
  await screen.findByText('This PIN is not correct.')
  type('123456')
  await screen.findByText('ABCD ABCD')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked.map(([name]) => name).filter((name) => name !== 'StaffMe')).toEqual([
    'TotpBegin',
    'FactorPinSend',
    'StaffStepUp',
    'StaffStepUp',
    'TotpBegin',
  ])
})
