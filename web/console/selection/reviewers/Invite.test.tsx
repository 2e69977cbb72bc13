/** An organiser invites reviewers: from a list or a file, corrected line by line, read before it is sent. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answerWith, bilal, openConsole } from '#web/testing/staff.tsx'

const events = bilal.events.map((event) => ({
  ...event,
  may: ['event.read', 'review.read', 'review.manage', 'people.read'] as const,
}))
const disciplines = [{ id: 7, description: 'Radiology', isRetired: false }]
const preview = {
  to: 'hira@example.org',
  from: 'office@college.edu',
  replyTo: null,
  college: 'Sindh Medical College',
  logo: null,
  subject: 'Invitation to review: Annual Medical Conference',
  text: 'Hello,\n\nThe last day of the review is 12 January 2027.\n\nKind regards,\nSindh Medical College\n',
}

function openInvite(more: Record<string, (input: unknown) => unknown> = {}) {
  const { asked } = answerWith({
    StaffMe: () => ({ ...bilal, events }),
    ReviewerList: () => ({ rows: [], next: null, total: 0, totalIsExact: true }),
    EventShow: () => ({ event: { disciplines, timeZone: 'Asia/Karachi' } }),
    ReviewerInvitationPreview: () => preview,
    ReviewersInvite: () => ({ invited: 2, already: [], team: [] }),
    ...more,
  } as Parameters<typeof answerWith>[0])
  openConsole('/console/reviewers?eventId=2')
  return (name: string) => asked.filter(([call]) => call === name).map(([, input]) => input)
}

test('a file is read into the list, a line is corrected, the email is shown, and names and disciplines are sent', async () => {
  const sent = openInvite()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Invite reviewers' }))
  const list = (await screen.findByLabelText('People to invite')) as HTMLTextAreaElement
  const csv = 'Name;Email;Discipline\nHira Channa;hira@example.org;Radiology\nWaqar;waqar;\nAgain;HIRA@example.org;\n'
  await user.upload(screen.getByLabelText(/Or choose a file/), new File([csv], 'list.csv'))
  await waitFor(() => expect(list.value).toBe(csv))
  const form = screen.getByRole('region', { name: 'Invite reviewers' })
  expect(
    within(form)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Line 3 “waqar” is not an email address.', 'Line 4 The same address as in line 2.'])

  // Nothing is sent, and nobody left out, while a line is wrong.
  await user.click(within(form).getByRole('button', { name: 'Preview email to 3 people' }))
  within(form).getByText('Correct or remove 2 lines first.')
  expect(sent('ReviewerInvitationPreview')).toEqual([])

  await user.click(within(form).getByRole('button', { name: 'Line 3' }))
  await user.keyboard('Waqar;waqar@example.org;')
  await user.click(within(form).getByRole('button', { name: 'Remove this line' }))
  await user.click(within(form).getByRole('button', { name: 'Preview email to 2 people' }))
  await within(form).findByText(/The last day of the review is 12 January 2027\./)
  const words = {
    subject: 'Invitation to review: {event}',
    body: expect.stringContaining(`${bilal.name} invites you to review`),
  }
  const hira = { email: 'hira@example.org', name: 'Hira Channa', fields: [7] }
  expect(sent('ReviewerInvitationPreview')).toEqual([{ eventId: 2, person: hira, words }])
  expect(sent('ReviewersInvite')).toEqual([])
  await user.click(within(form).getByRole('button', { name: 'Send 2 invitations' }))
  await within(form).findByText('2 people were invited.')
  expect(sent('ReviewersInvite')).toEqual([
    {
      eventId: 2,
      actKey: expect.any(String),
      people: [hira, { email: 'waqar@example.org', name: 'Waqar', fields: [] }],
      words,
    },
  ])
})
