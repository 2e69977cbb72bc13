/** Every letter that went out or waits, as staff may know of it. */
import { z } from 'zod'
import { ActKey } from '#contract/act-key.ts'
import { staffChange, staffRead } from '#contract/heads.ts'
import { listOf } from '#contract/list.ts'
import { Id, operation } from '#contract/operation.ts'
import { causes, letterStates } from './letter-states.ts'

const moment = z.iso.datetime()

const facts = {
  id: Id,
  /** Of one that holds a PIN or a link that opens something, too: only what it says is kept from everybody. */
  subject: z.string(),
  to: z.string(),
  name: z.string().nullable(),
  /** Of a person of its event. */
  accountId: Id.nullable(),
  /** Of the order that it is about. */
  paymentCode: z.string().nullable(),
  state: z.enum(letterStates),
  cause: z.enum(causes).nullable(),
  tries: z.number().int(),
  nextTryAt: moment.nullable(),
  isSecret: z.boolean(),
  isOfMailing: z.boolean(),
  createdAt: moment,
  sentAt: moment.nullable(),
}

const listed = listOf(z.object(facts), {
  filters: {
    eventId: Id.optional(),
    state: z.enum(letterStates).optional(),
    cause: z.enum(causes).optional(),
    mailingId: Id.optional(),
  },
  sorts: ['-createdAt', 'createdAt'],
})

/** Without an event: of every event that whoever asks may know of; what is of no event, only for the whole college. */
export const OutboxList = operation('OutboxList', staffRead('mail.outbox'), {
  input: listed.input,
  reply: listed.reply.extend({
    /** Given up, by why, whatever is searched for. */
    failures: z.array(z.object({ cause: z.enum(causes), count: z.number().int() })),
  }),
})

/** Its words. That somebody read them is in the trail. One with a PIN or a link that opens something is refused. */
export const LetterShow = operation('LetterShow', staffRead('mail.outbox'), {
  input: z.object({ id: Id }),
  reply: z.object({ ...facts, text: z.string(), lastError: z.string() }),
})

/** Letters that were given up are tried again; not one whose words no longer hold. */
export const LetterRetry = operation('LetterRetry', staffChange('mail.outbox'), {
  input: z.object({ ids: z.array(Id).min(1).max(200), actKey: ActKey }),
  reply: z.object({
    rows: z.array(
      z.object({ id: Id, outcome: z.enum(['again', 'not given up', 'no longer holds', 'expired', 'not found']) }),
    ),
  }),
})
