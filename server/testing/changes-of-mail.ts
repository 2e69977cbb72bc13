/** How each change of a letter is made, for the test that looks for its act. */
import { post } from '#server/kernel/outbox/outbox.ts'
import { aDraftLetter, checked } from './letters.ts'
import { aBuyer } from './shop.ts'
import type { ChangeOfStaff, Team } from './team.ts'

const letter = { kind: 'service', subject: 'Your seat', body: 'Dear {name},\n\nsee you at {event}.' }
const ownText = {
  kind: 'order_given_away',
  subject: 'Given to {to}',
  body: '{to} has your order now.\n\n{workshops}\n\n{reason} {payment code}\n\n{link}',
}
const everybody = { audience: { filter: {} } }

async function aReader({ world, eventId }: Team): Promise<void> {
  await aBuyer(world, eventId)
}

export const changesOfMail: Record<string, ChangeOfStaff> = {
  MailingSave: {
    prepare: async ({ eventId }) => ({ input: { eventId, ...letter, ...everybody }, changes: ['mailing'] }),
  },
  MailingDelete: {
    prepare: async (team) => {
      const { eventId, id: mailingId, version } = await aDraftLetter(team.owner, team.eventId)
      return { input: { eventId, mailingId, version }, changes: ['mailing'] }
    },
  },
  MailingCheck: {
    prepare: async (team) => {
      await aReader(team)
      const { eventId, id: mailingId, version } = await aDraftLetter(team.owner, team.eventId)
      return { input: { eventId, mailingId, version }, changes: ['mailing'] }
    },
  },
  MailingTest: {
    prepare: async (team) => {
      await aReader(team)
      return { input: { eventId: team.eventId, ...letter, ...everybody, at: 0 }, changes: [] }
    },
  },
  MailingSend: {
    prepare: async (team) => {
      await aReader(team)
      const { eventId, id: mailingId, version, recipients } = await checked(team.owner, team.eventId)
      return { input: { eventId, mailingId, version, count: recipients }, changes: ['mailing'] }
    },
  },
  MailingStop: {
    prepare: async (team) => {
      await aReader(team)
      const { eventId, id: mailingId, version, recipients } = await checked(team.owner, team.eventId)
      await team.owner.post('/staff/MailingSend', { eventId, mailingId, version, count: recipients })
      return { input: { eventId, mailingId }, changes: ['mailing'] }
    },
  },
  LetterTextSave: {
    prepare: async ({ eventId }) => ({ input: { eventId, version: 0, ...ownText }, changes: ['letter_text'] }),
  },
  LetterTextReset: {
    prepare: async ({ owner, eventId }) => {
      await owner.post('/staff/LetterTextSave', { eventId, version: 0, ...ownText })
      return { input: { eventId, kind: ownText.kind, version: 1 }, changes: ['letter_text'] }
    },
  },
  LetterTextTest: {
    prepare: async ({ eventId }) => ({ input: { eventId, ...ownText }, changes: [] }),
  },
  SavedLetterSave: {
    prepare: async ({ eventId }) => ({ input: { eventId, name: 'Reminder', ...letter }, changes: ['saved_letter'] }),
  },
  SavedLetterDelete: {
    prepare: async ({ owner, eventId }) => {
      const { body } = await owner.post('/staff/SavedLetterSave', { eventId, name: 'Reminder', ...letter })
      return { input: { eventId, id: body.id, version: 1 }, changes: ['saved_letter'] }
    },
  },
  LetterRetry: {
    prepare: async ({ world }) => {
      await post(world, {
        kind: 'mail_test',
        to: 'full@example.org',
        subject: 'S',
        text: 'T',
        html: 'H',
        isSecret: false,
      })
      await world.db.updateTable('mail').set({ givenUpAt: world.now(), cause: 'full' }).execute()
      return { input: { ids: [1] }, changes: ['mail'] }
    },
  },
}
