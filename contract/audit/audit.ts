/** Who did what, with before and after. Owners read all; organisers their events, finance money, and everybody what they did themselves. */
import { z } from 'zod'
import { staffRoles } from '#contract/accounts/permissions.ts'
import { staffRead } from '#contract/heads.ts'
import { listOf } from '#contract/list.ts'
import { Id, nothing, operation, whole } from '#contract/operation.ts'
import { actorKinds, actOutcomes, actTopics } from './kinds.ts'

const ActId = whole(1, Number.MAX_SAFE_INTEGER)

/** One row that was changed: made, when there is nothing before; removed, when there is nothing after. */
const Change = z.object({
  table: z.string(),
  key: z.string(),
  kind: z.enum(['made', 'changed', 'removed']),
  /** The words were taken out because the person was erased. */
  isErased: z.boolean(),
  fields: z.array(z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  /** The text of a page was changed. */
  textChanged: z.boolean(),
  /** Which lines of it differ. Null in lists, where texts are not compared, and when too many lines differ. */
  lines: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })).nullable(),
  linesInAll: z.number().int(),
})

const Act = z.object({
  id: ActId,
  at: z.iso.datetime(),
  /** `name`: the person, whoever gave the command, the job of the schedule, or the role of the database. */
  actor: z.object({ kind: z.enum(actorKinds), accountId: Id.nullable(), name: z.string() }),
  /** By which role they might. */
  role: z.enum(staffRoles).nullable(),
  event: z.object({ eventId: Id, name: z.string() }).nullable(),
  operation: z.string(),
  /** What it was done to: the row, what it is called, the code of its order, and whose it is. */
  about: z
    .object({
      kind: z.string(),
      id: z.string(),
      name: z.string().nullable(),
      order: z.string().nullable(),
      person: z.object({ accountId: Id, name: z.string() }).nullable(),
    })
    .nullable(),
  reason: z.string(),
  outcome: z.enum(actOutcomes),
  refusal: z.string(),
  requestId: z.string(),
  steppedUp: z.boolean(),
  /** In a list the first few, each cut short. */
  changes: z.array(Change),
  changesInAll: z.number().int(),
})

const list = listOf(Act, {
  filters: {
    /** A person by their number, or a command, the schedule or the database. */
    actor: z.union([z.enum(['command', 'schedule', 'database']), Id]).optional(),
    operation: z.string().trim().max(80).optional(),
    about: z.enum(actTopics).optional(),
    /** One thing: a table and the key of its row. */
    aboutKind: z.string().trim().max(80).optional(),
    aboutId: z.string().trim().max(80).optional(),
    eventId: Id.optional(),
    outcome: z.enum(actOutcomes).optional(),
    /** Both days included, as the college counts them. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  },
  sorts: ['-at'],
})

/** Newest first. */
export const AuditList = operation('AuditList', staffRead('audit.read'), {
  input: list.input,
  reply: list.reply.extend({
    /** For somebody who wrote an abstract or is in conflict with one. */
    withheld: z.object({
      /** Acts about these abstracts that are not listed, up to the last decision that its authors were told. */
      acts: z.number().int(),
      /** Abstracts that are hidden on the word of an author; acts about them are listed without reasons and changes. */
      unconfirmed: z.number().int(),
      /** Those of them that nobody else can confirm or lift. */
      withoutAnother: z.number().int(),
    }),
  }),
})

export const AuditShow = operation('AuditShow', staffRead('audit.read'), {
  input: z.object({ id: ActId }),
  reply: Act,
})

/** What the seals say. */
export const SealState = operation('SealState', staffRead('audit.read'), {
  input: nothing,
  reply: z.object({
    /** Null for somebody from whom acts are withheld. */
    acts: z.number().int().nullable(),
    seal: z.object({ number: z.number().int(), sealedAt: z.iso.datetime(), digest: z.string() }).nullable(),
    /** The last night's look at them, after which the newest was sent to the owners. */
    check: z.object({ checkedAt: z.iso.datetime(), broken: z.array(z.string()) }).nullable(),
  }),
})
