/** How the calls about letters are sent. Without zod: the browser has this too. */
import { heads } from '#contract/heads.ts'

const read = { method: 'GET', token: 'staff', may: 'mail.write', kind: 'read' } as const
/** What is asked about is longer than an address may be. */
const longRead = { ...read, method: 'POST' } as const
const change = { method: 'POST', token: 'staff', may: 'mail.write', kind: 'change', runs: 'act' } as const

export const mailHeads = heads({
  SegmentCount: { name: 'SegmentCount', path: '/staff/SegmentCount', ...longRead },
  MailingPreview: { name: 'MailingPreview', path: '/staff/MailingPreview', ...longRead },
  MailingsList: { name: 'MailingsList', path: '/staff/MailingsList', ...read },
  MailingShow: { name: 'MailingShow', path: '/staff/MailingShow', ...read },
  MailingSave: { name: 'MailingSave', path: '/staff/MailingSave', ...change },
  MailingDelete: { name: 'MailingDelete', path: '/staff/MailingDelete', ...change },
  MailingCheck: { name: 'MailingCheck', path: '/staff/MailingCheck', ...change },
  MailingTest: { name: 'MailingTest', path: '/staff/MailingTest', ...change },
  MailingSend: { name: 'MailingSend', path: '/staff/MailingSend', ...change },
  MailingStop: { name: 'MailingStop', path: '/staff/MailingStop', ...change },
  SavedLettersList: { name: 'SavedLettersList', path: '/staff/SavedLettersList', ...read },
  SavedLetterSave: { name: 'SavedLetterSave', path: '/staff/SavedLetterSave', ...change },
  SavedLetterDelete: { name: 'SavedLetterDelete', path: '/staff/SavedLetterDelete', ...change },
  OutboxList: { name: 'OutboxList', path: '/staff/OutboxList', ...read, may: 'mail.outbox' },
  LetterShow: { name: 'LetterShow', path: '/staff/LetterShow', ...read, may: 'mail.outbox' },
  LetterTextsList: { name: 'LetterTextsList', path: '/staff/LetterTextsList', ...read, may: 'mail.texts' },
  LetterTextShow: { name: 'LetterTextShow', path: '/staff/LetterTextShow', ...read, may: 'mail.texts' },
  LetterTextPreview: { name: 'LetterTextPreview', path: '/staff/LetterTextPreview', ...longRead, may: 'mail.texts' },
  LetterTextSave: { name: 'LetterTextSave', path: '/staff/LetterTextSave', ...change, may: 'mail.texts' },
  LetterTextReset: { name: 'LetterTextReset', path: '/staff/LetterTextReset', ...change, may: 'mail.texts' },
  LetterTextTest: { name: 'LetterTextTest', path: '/staff/LetterTextTest', ...change, may: 'mail.texts' },
  LetterRetry: { name: 'LetterRetry', path: '/staff/LetterRetry', ...change, may: 'mail.outbox' },
})
