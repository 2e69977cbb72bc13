/** The pages of the site in versions: written as a draft, looked at, published, compared, brought back. */
import { z } from 'zod'
import { Day } from '#contract/events/events.ts'
import { staffChange, staffRead, staffSteps } from '#contract/heads.ts'
import { DownloadedFile, Id, operation, whole } from '#contract/operation.ts'
import { pageNames, pictureTexts } from './page-names.ts'

const Body = z.record(z.string(), z.unknown())
/** Without an event it is the college's. */
const Which = { page: z.enum(pageNames), eventId: Id.optional() }
/** Of the draft, as it was last seen; 0 while there is none. */
const SeenVersion = whole(0, 1_000_000_000)

const Version = z.object({
  number: z.number().int(),
  state: z.enum(['draft', 'published', 'replaced']),
  basedOn: z.number().int().nullable(),
  /** Missing where it came from the files of the installation. */
  writtenBy: z.string().nullable(),
  writtenAt: z.iso.datetime(),
  publishAt: z.iso.datetime().nullable(),
  publishedBy: z.string().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  replacedAt: z.iso.datetime().nullable(),
})

const Draft = Version.extend({ version: z.number().int(), body: Body })

export const PageState = z.object({
  page: z.enum(pageNames),
  eventId: Id.nullable(),
  /** What visitors see. Of the college, where the event has none of its own. */
  published: Version.extend({ body: Body, isOfCollege: z.boolean() }).nullable(),
  draft: Draft.nullable(),
  mayEdit: z.boolean(),
  mayPublish: z.boolean(),
  /** Days to publish on are days of this zone. */
  timeZone: z.string(),
  /** Every field that keeps the draft from being published. */
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
})

export const PagesList = operation('PagesList', staffRead('content.edit'), {
  input: z.strictObject({ eventId: Id.optional() }),
  reply: z.object({
    rows: z.array(
      z.object({
        page: z.enum(pageNames),
        eventId: Id.nullable(),
        published: Version.nullable(),
        draft: Version.nullable(),
        mayEdit: z.boolean(),
      }),
    ),
  }),
})

export const PageShow = operation('PageShow', staffRead('content.edit'), {
  input: z.object(Which),
  reply: PageState,
})

/** The newest first. */
export const PageHistory = operation('PageHistory', staffRead('content.edit'), {
  input: z.object(Which),
  reply: z.object({ versions: z.array(Version) }),
})

export const PageVersion = operation('PageVersion', staffRead('content.edit'), {
  input: z.object({ ...Which, number: Id }),
  reply: Version.extend({ body: Body }),
})

/**
 * A whole page as visitors would see it, for a frame that runs nothing. Without a number, the draft or else what visitors see. `version` says
 * which save is meant: with another one the browser asks again.
 */
export const PagePreview = operation('PagePreview', staffRead('content.edit'), {
  input: z.object({ ...Which, number: Id.optional(), version: SeenVersion.optional() }),
  reply: DownloadedFile,
})

/** Refused with `conflict` and what is stored when somebody else saved, published or discarded meanwhile. */
export const PageDraftSave = operation('PageDraftSave', staffChange('content.edit'), {
  input: z.object({ ...Which, version: SeenVersion, body: Body }),
  reply: z.object({ number: z.number().int(), version: z.number().int(), problems: PageState.shape.problems }),
})

export const PageDiscard = operation('PageDiscard', staffChange('content.edit'), {
  input: z.object({ ...Which, version: SeenVersion }),
  reply: PageState,
})

/** An earlier version becomes the draft, in place of the one that there is. */
export const PageBringBack = operation('PageBringBack', staffChange('content.edit'), {
  input: z.object({ ...Which, version: SeenVersion, number: Id }),
  reply: PageState,
})

/** Now, at the beginning of a day, or no longer on the day that was planned. */
export const PagePublish = operation('PagePublish', staffChange('content.publish'), {
  input: z.object({ ...Which, version: SeenVersion, when: z.union([z.enum(['now', 'unplanned']), Day]) }),
  reply: PageState,
})

export const Asset = z.object({
  id: Id,
  version: z.number().int(),
  /** Where browsers get it. It never shows another picture. */
  address: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
  alt: z.string(),
  addedBy: z.string().nullable(),
  addedAt: z.iso.datetime(),
})

/** What the picture shows, for whoever cannot see it. */
const Alt = z.string().trim().min(1, 'Please say what the picture shows.').max(300, 'At most 300 characters, please.')

export const AssetsList = operation('AssetsList', staffRead('content.edit'), {
  input: z.strictObject({}),
  reply: z.object({ rows: z.array(Asset) }),
})

/** The same picture sent twice is one. */
export const AssetUpload = operation(
  'AssetUpload',
  staffSteps('content.edit', {
    upload: { field: 'picture', limit: 10 * 1024 * 1024, tooLarge: pictureTexts.tooLarge },
  }),
  {
    input: z.object({ alt: Alt }),
    reply: Asset,
  },
)

export const AssetDescribe = operation('AssetDescribe', staffChange('content.edit'), {
  input: z.object({ id: Id, version: SeenVersion, alt: Alt }),
  reply: Asset,
})
