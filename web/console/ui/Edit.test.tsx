/** U24: what somebody can press, and how they leave, is in sight before they type. */
import { globSync, readFileSync } from 'node:fs'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answerWith, bilal, openConsole } from '#web/testing/staff.tsx'

const programme = {
  id: 4,
  version: 1,
  name: 'Airway course',
  courseCoordinator: '',
  registrationFee: 'RS 2,000',
  endDate: '2027-01-15',
  image: '',
  description: '',
  isRetired: false,
}

test('a form for something new has its button before anything is typed; a form for something stored has it after a change', async () => {
  const { asked } = answerWith({
    StaffMe: () => ({ ...bilal, college: ['event.read', 'content.edit', 'content.publish'] }),
    ProgrammeList: () => ({ programmes: [programme] }),
  })
  openConsole('/console/programmes?eventId=any')
  const user = userEvent.setup()

  await user.click(await screen.findByRole('button', { name: 'Add a programme' }))
  const added = screen.getByRole('form', { name: 'A new programme' })
  await user.click(within(added).getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(within(added).getByLabelText('Name'))
  expect(within(added).getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
  expect(asked.map(([name]) => name)).not.toContain('ProgrammeSave')

  await user.click(await screen.findByRole('button', { name: /^Edit\s*Airway course$/ }))
  const stored = screen.getByRole('form', { name: /^Edit\s*Airway course$/ })
  expect(within(stored).queryByRole('button', { name: 'Save' })).toBeNull()
  await user.type(within(stored).getByLabelText('Name'), 's')
  within(stored).getByRole('button', { name: 'Save' })
})

/** `FormEnd` has "Not now"; what is told in a component of its own is followed there. */
const exit = /FormEnd|Not now|(?:Cancel|Close|Done)\n/

test('every dialog of the console has a button that closes it', () => {
  const shut = globSync('web/console/**/*.tsx').flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    return [...source.matchAll(/<Dialog\b.*?<\/Dialog>/gs)].flatMap(([dialog]) => {
      const parts = [...dialog.matchAll(/<([A-Z]\w+)/g)].map(([, name]) => partOf(source, name ?? ''))
      return exit.test([dialog, ...parts].join('')) ? [] : [`${file}: ${dialog.slice(0, 90)}`]
    })
  })
  expect(shut).toEqual([])
})

/** The function of a component, where it is in the same file. */
const partOf = (source: string, name: string): string =>
  new RegExp(`^function ${name}\\(.*?^}`, 'ms').exec(source)?.[0] ?? ''
