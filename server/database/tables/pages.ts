// Written by `npm run tables` from server/database/migrations. Do not edit by hand.
import type { Generated, GeneratedAlways } from 'kysely'

export type PagesTables = {
  asset: {
    id: GeneratedAlways<number>
    sha256: Buffer
    kind: string
    width: number
    height: number
    bytes: number
    alt: string
    fileKey: string
    version: Generated<number>
    addedBy: number | null
    addedAt: Date
  }
  pageVersion: {
    id: GeneratedAlways<number>
    page: string
    eventId: number | null
    number: number
    body: unknown
    state: Generated<'draft' | 'published' | 'replaced'>
    version: Generated<number>
    basedOn: number | null
    writtenBy: number | null
    writtenAt: Date
    publishAt: Date | null
    publishedBy: number | null
    publishedAt: Date | null
    replacedAt: Date | null
  }
}
