/** What a list shows, as a file: written by a job, for whoever asked for it alone, and deleted after an hour. */
import { z } from 'zod'
import { exportFormats, exportLists } from './export-lists.ts'
import { staffChange, staffRead } from './heads.ts'
import { DownloadedFile, Id, operation, whole } from './operation.ts'

/** `filter` is the search, the filters and the order of the list, as its own call takes them. One export of a person at a time: `too_many`. */
export const ExportBegin = operation('ExportBegin', staffChange('export'), {
  input: z.object({
    list: z.enum(exportLists),
    filter: z.record(z.string().max(40), z.string().max(2000)),
    /** How many rows whoever asks has seen: another number is refused, and nothing is written. */
    expected: whole(0, 1_000_000).optional(),
    format: z.enum(exportFormats),
  }),
  reply: z.object({ exportId: Id }),
})

export const ExportState = operation('ExportState', staffRead('export'), {
  input: z.object({ exportId: Id }),
  reply: z.object({
    state: z.enum(['waiting', 'running', 'ready', 'stopped', 'failed']),
    rows: z.number().int(),
    of: z.number().int(),
  }),
})

export const ExportStop = operation('ExportStop', staffChange('export'), {
  input: z.object({ exportId: Id }),
  reply: z.object({}),
})

export const ExportDownload = operation('ExportDownload', staffRead('export'), {
  input: z.object({ exportId: Id }),
  reply: DownloadedFile,
})
