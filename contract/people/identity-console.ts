/** Owners put right who somebody is: another address, and two accounts that are one person. */
import { z } from 'zod'
import { ActKey } from '#contract/act-key.ts'
import { staffChange, staffRead } from '#contract/heads.ts'
import { Id, nothing, operation } from '#contract/operation.ts'
import { NewEmailFields, Reason } from './person-fields.ts'

const moment = z.iso.datetime()
const count = z.number().int()

/** A PIN goes to the new address; nothing changes before it is typed in, by the person or by whom they read it to. */
export const EmailChangeBegin = operation('EmailChangeBegin', staffChange('people.identity', { stepUp: true }), {
  input: z.object({ accountId: Id, actKey: ActKey, ...NewEmailFields.shape }),
  reply: z.object({ newEmail: z.string() }),
})

/** The person is signed out everywhere, and a letter to the old address has a way back for seven days. */
export const EmailChangeConfirm = operation(
  'EmailChangeConfirm',
  staffChange('people.identity', { stepUp: true, secrets: ['pin'] }),
  {
    input: z.object({ accountId: Id, pin: z.string().max(20) }),
    reply: z.object({ status: z.enum(['Success', 'PIN not correct', 'Email already in use']) }),
  },
)

export const EmailChangeCancel = operation('EmailChangeCancel', staffChange('people.identity'), {
  input: z.object({ accountId: Id, actKey: ActKey }),
  reply: nothing,
})

const Side = z.object({
  accountId: Id,
  name: z.string(),
  email: z.string(),
  institution: z.string(),
  since: moment,
  events: z.array(z.object({ name: z.string(), seats: count, abstracts: count, hasProfile: z.boolean() })),
})

/** Pairs of which one at least is at this event, the likeliest first. */
export const DuplicatesList = operation('DuplicatesList', staffRead('people.identity'), {
  input: z.object({ eventId: Id }),
  reply: z.object({
    rows: z.array(
      z.object({
        one: z.object({ accountId: Id, name: z.string(), email: z.string() }),
        other: z.object({ accountId: Id, name: z.string(), email: z.string() }),
        why: z.array(z.string()),
      }),
    ),
  }),
})

export const NotSamePerson = operation('NotSamePerson', staffChange('people.identity'), {
  input: z.object({ one: Id, other: Id, actKey: ActKey }),
  reply: nothing,
})

/** What would become of both. With `obstacles` it cannot be done before they are settled. */
export const MergeCheck = operation('MergeCheck', staffRead('people.identity'), {
  input: z.object({ kept: Id, gone: Id }),
  reply: z.object({ kept: Side, gone: Side, obstacles: z.array(z.string()), does: z.array(z.string()), moves: count }),
})

export const MergeAccounts = operation('MergeAccounts', staffChange('people.identity', { stepUp: true }), {
  input: z.object({ kept: Id, gone: Id, reason: Reason, actKey: ActKey }),
  reply: z.object({ mergeId: Id, until: moment }),
})

/** Within 30 days, and while nothing new hangs on what was moved: otherwise the refusal says what does. */
export const MergeUndo = operation('MergeUndo', staffChange('people.identity', { stepUp: true }), {
  input: z.object({ mergeId: Id, reason: Reason, actKey: ActKey }),
  reply: nothing,
})
