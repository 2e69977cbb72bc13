/** One event at a glance: four figures, how registrations and seats go, what needs somebody, its dates, and what was done last. */
import { z } from 'zod'
import { AuditShow } from '#contract/audit/audit.ts'
import { staffRead } from '#contract/heads.ts'
import { Id, operation } from '#contract/operation.ts'
import { eventStates } from './event-fields.ts'
import { Day } from './events.ts'
import { needKinds } from './need-kinds.ts'
import { workshopStates } from './workshop-fields.ts'

const count = z.number().int()

export const ConsoleOverview = operation('ConsoleOverview', staffRead('event.read'), {
  input: z.object({ eventId: Id }),
  reply: z.object({
    event: z.object({
      eventId: Id,
      name: z.string(),
      state: z.enum(eventStates),
      isCurrent: z.boolean(),
      timeZone: z.string(),
      /** Where the event is held. */
      today: Day,
      opensOn: Day,
      abstractsCloseOn: Day,
      decisionsOn: Day,
      registrationClosesOn: Day,
      workshopsFrom: Day,
      startsOn: Day,
      endsOn: Day,
    }),
    /** Money is whole paisa, and null for staff who may not see orders. `received` is what paid seats cost, `heldMoney` what those that are held will. */
    figures: z.object({
      people: count,
      /** In the last seven days. */
      newPeople: count,
      submitted: count,
      drafts: count,
      received: count.nullable(),
      heldMoney: count.nullable(),
      workshops: count,
      seats: count,
      paid: count,
      held: count,
    }),
    /** Days on which somebody came, the first first. */
    registrations: z.array(z.object({ day: Day, people: count })),
    /** The fullest first. */
    workshops: z.array(
      z.object({
        id: Id,
        topic: z.string(),
        seats: count,
        paid: count,
        held: count,
        free: count,
        state: z.enum(workshopStates),
      }),
    ),
    /** What the caller may look after, the oldest first. */
    needs: z.array(
      z.object({
        kind: z.enum(needKinds),
        count,
        since: z.iso.datetime().nullable(),
        money: z.object({ amount: count, currency: z.string() }).nullable(),
      }),
    ),
    /** What was done last in this event, of what the caller may read. */
    latest: z.array(AuditShow.reply.omit({ changes: true, changesInAll: true })),
  }),
})
