/** What reviewers may read of an abstract: what was found in it, what is hidden, and when it is released. It belongs to one version. */
import { z } from 'zod'
import { abstractLimits } from '#contract/abstracts/rules.ts'
import { ActKey } from '#contract/act-key.ts'
import { staffChange, staffRead } from '#contract/heads.ts'
import { DownloadedFile, Id, operation, whole } from '#contract/operation.ts'
import { blindSections, findingKinds } from './findings.ts'

const count = z.number().int()
const Which = z.object({ abstractId: Id, number: z.string(), title: z.string() })
/** Whoever has a conflict with it themselves learns nothing else. */
const Hidden = Which.extend({ hasConflict: z.literal(true) })
const blindFile = z.enum(['copy', 'none', 'cannot'])

/** What waits, the oldest first. Figures without what whoever asks has a conflict with. */
export const RedactionQueue = operation('RedactionQueue', staffRead('review.redact'), {
  input: z.object({ eventId: Id }),
  reply: z.object({
    waiting: count,
    preparing: count,
    ready: count,
    rows: z.array(
      z.discriminatedUnion('hasConflict', [
        Which.extend({ hasConflict: z.literal(false), inText: count, inFile: count, marks: count, file: blindFile }),
        Hidden,
      ]),
    ),
  }),
})

/** A piece of a line; with a number where something was found, which is its place in the list of findings. */
const Run = z.object({ text: z.string(), finding: count.nullable() })
const Lines = z.array(z.array(Run))

const Finding = z.object({
  /** `fileName` is never shown to reviewers: it is told, and nothing has to be done about it. */
  where: z.enum([...blindSections, 'file', 'fileName']),
  kind: z.enum(findingKinds),
  text: z.string(),
  /** What stands around it, for what was found in the file. */
  around: z.string(),
  isHidden: z.boolean(),
  /** It is a name, an address or a place of an author. Else it only looks as if it might be. */
  isSure: z.boolean(),
})

const Shown = Which.extend({
  hasConflict: z.literal(false),
  version: count,
  /** Counted up by each save: of two who redact, the second is told. */
  saves: count,
  state: z.enum(['preparing', 'waiting', 'ready']),
  sections: z.array(
    z.object({
      section: z.enum(blindSections),
      original: Lines,
      /** What somebody wrote in its place; findings are in it then. */
      byHand: Lines.nullable(),
      /** So much was found in it that reviewers read nothing of it until it is written by hand. */
      isWithheld: z.boolean(),
    }),
  ),
  findings: z.array(Finding),
  file: z.object({
    state: blindFile,
    why: z.string(),
    name: z.string(),
    size: count.nullable(),
    /** Of the copy, as `RedactionPage` draws them. 0: it cannot be drawn, as a Word file cannot. */ pages: count,
  }),
  askedAt: z.iso.datetime().nullable(),
})
export type ShownRedaction = z.output<typeof Shown>

const Answer = z.object({ redaction: z.discriminatedUnion('hasConflict', [Shown, Hidden]) })

export const RedactionShow = operation('RedactionShow', staffRead('review.redact'), {
  input: z.object({ eventId: Id, abstractId: Id }),
  reply: Answer,
})

const ofOne = { eventId: Id, abstractId: Id, version: Id, actKey: ActKey }
const ByHand = z.object(
  Object.fromEntries(
    blindSections.map((section) => [section, z.string().max(abstractLimits.section).nullable().optional()]),
  ) as Record<(typeof blindSections)[number], z.ZodOptional<z.ZodNullable<z.ZodString>>>,
)

/** What is written by hand is looked through again, and what is found in it is hidden unless somebody leaves it. A newer version is refused with `conflict`. */
export const RedactionSave = operation('RedactionSave', staffChange('review.redact'), {
  input: z.object({
    ...ofOne,
    saves: count.min(0),
    /** The findings that are hidden, by their place in the list; all others are left. Missing: as they are. */
    hide: z.array(count.min(0)).max(1000).optional(),
    /** Lines of text; null takes back what was written. */
    byHand: ByHand.default({}),
    /** Missing: the copy where all of it was read and nothing was found in it; none else. */
    file: z.enum(['copy', 'none']).optional(),
    release: z.boolean(),
  }),
  reply: Answer,
})

/** A letter to whoever submitted it, which asks for a PDF without names. Once for each version. */
export const RedactionAsk = operation('RedactionAsk', staffChange('review.redact'), {
  input: z.object(ofOne),
  reply: Answer,
})

export const RedactionFile = operation('RedactionFile', staffRead('review.redact'), {
  input: z.object({ eventId: Id, abstractId: Id, which: z.enum(['original', 'copy']) }),
  reply: DownloadedFile,
})

/**
 * One page of the blind copy as PNG, 1 the first: what reviewers see. `not_found` where there is no such page. Each page takes about a second to draw,
 * and a fourth at the same time is refused with `too_many`: ask for one after the other.
 */
export const RedactionPage = operation('RedactionPage', staffRead('review.redact'), {
  input: z.object({ eventId: Id, abstractId: Id, page: whole(1, 1000) }),
  reply: DownloadedFile,
})
