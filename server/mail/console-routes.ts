/** What staff ask about letters and do with them. */
import type { FastifyInstance } from 'fastify'
import {
  LetterTextPreview,
  LetterTextReset,
  LetterTextSave,
  LetterTextShow,
  LetterTextsList,
  LetterTextTest,
} from '#contract/mail/letter-texts.ts'
import { LetterRetry, LetterShow, OutboxList } from '#contract/mail/letters.ts'
import {
  MailingCheck,
  MailingDelete,
  MailingPreview,
  MailingSave,
  MailingSend,
  MailingShow,
  MailingsList,
  MailingStop,
  MailingTest,
  SavedLetterDelete,
  SavedLetterSave,
  SavedLettersList,
  SegmentCount,
} from '#contract/mail/mailings.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { checkMailing, countSegment, previewMailing, sendTest } from './check-mailing.ts'
import { listTexts, previewText, resetText, saveText, sendTestText, showText } from './letter-texts.ts'
import { listOutbox, retryLetters, showLetter } from './letters.ts'
import { deleteMailing, findMailing, listMailings, saveMailing } from './mailings.ts'
import { deleteSaved, listSaved, saveLetter } from './saved-letters.ts'
import { sendMailing, stopMailing } from './send-mailing.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'

type Which = { eventId: number; mailingId?: number | undefined }

/** A new one has no number before it is there. */
const toMailing = ({ eventId, mailingId }: Which) => ({
  eventId,
  about: mailingId === undefined ? { kind: 'event', id: eventId } : { kind: 'mailing', id: mailingId },
})
const toEvent = ({ eventId }: Which) => ({ eventId, about: { kind: 'event', id: eventId } })

export function mailConsoleRoutes(app: FastifyInstance, world: World): void {
  serve(app, SegmentCount, ({ caller, input }) => countSegment(world, caller, input))
  serve(app, MailingPreview, ({ caller, input }) => previewMailing(world, caller, input))
  serve(app, MailingsList, ({ caller, input }) => listMailings(world, caller, input))
  serve(app, MailingShow, ({ caller, input }) => findMailing(world, caller, input.mailingId))
  serve(app, MailingSave, { act: toMailing, answer: ({ world, caller, input }) => saveMailing(world, caller, input) })
  serve(app, MailingDelete, {
    act: toMailing,
    answer: async ({ world, caller, input }) => {
      await deleteMailing(world, caller, input)
      return {}
    },
  })
  serve(app, MailingCheck, { act: toMailing, answer: ({ world, caller, input }) => checkMailing(world, caller, input) })
  serve(app, MailingTest, { act: toEvent, answer: ({ world, caller, input }) => sendTest(world, caller, input) })
  serve(app, MailingSend, { act: toMailing, answer: ({ world, caller, input }) => sendMailing(world, caller, input) })
  serve(app, MailingStop, { act: toMailing, answer: ({ world, caller, input }) => stopMailing(world, caller, input) })
  savedRoutes(app, world)
  textRoutes(app, world)
  outboxRoutes(app, world)
  unsubscribeRoutes(app, world)
}

function savedRoutes(app: FastifyInstance, world: World): void {
  serve(app, SavedLettersList, ({ caller, input }) => listSaved(world, caller, input))
  serve(app, SavedLetterSave, { act: toEvent, answer: ({ world, caller, input }) => saveLetter(world, caller, input) })
  serve(app, SavedLetterDelete, {
    act: ({ eventId, id }) => ({ eventId, about: { kind: 'saved_letter', id } }),
    answer: async ({ world, input }) => {
      await deleteSaved(world, input)
      return {}
    },
  })
}

const toText = ({ eventId, kind }: { eventId?: number | undefined; kind: string }) => ({
  ...(eventId && { eventId }),
  about: { kind: 'letter_text', id: kind },
})

function textRoutes(app: FastifyInstance, world: World): void {
  serve(app, LetterTextsList, ({ input }) => listTexts(world, input))
  serve(app, LetterTextShow, async ({ input }) => ({ text: await showText(world, input) }))
  serve(app, LetterTextPreview, ({ input }) => previewText(world, input))
  serve(app, LetterTextSave, { act: toText, answer: ({ world, caller, input }) => saveText(world, caller, input) })
  serve(app, LetterTextReset, { act: toText, answer: ({ world, caller, input }) => resetText(world, caller, input) })
  serve(app, LetterTextTest, { act: toText, answer: ({ world, caller, input }) => sendTestText(world, caller, input) })
}

function outboxRoutes(app: FastifyInstance, world: World): void {
  serve(app, OutboxList, ({ caller, input }) => listOutbox(world, caller, input))
  serve(app, LetterShow, ({ caller, input, request }) =>
    showLetter(world, { staff: caller, requestId: request.id }, input.id),
  )
  serve(app, LetterRetry, {
    act: ({ ids: [id] }) => (id === undefined ? {} : { about: { kind: 'mail', id } }),
    answer: ({ world, caller, input }) => retryLetters(world, caller, input),
  })
}
