// Written by `npm run tables` from server/database/migrations. Do not edit by hand.
import type { Generated, GeneratedAlways } from 'kysely'

export type AbstractsTables = {
  abstract: {
    id: GeneratedAlways<number>
    applicantId: number
    eventId: number
    status: Generated<string>
    level: Generated<number>
    number: number | null
    currentVersion: Generated<number>
    versions: Generated<number>
    createdAt: Date
    submittedAt: Date | null
    isLate: Generated<boolean>
    removedAt: Date | null
    withdrawnAt: Date | null
    state: Generated<'draft' | 'submitted' | 'withdrawn' | 'revision_asked' | 'under_review' | 'accepted' | 'rejected' | 'waiting' | 'merged' | 'duplicate' | 'confirmed' | 'not_presenting'>
    reviseUntil: string | null
    acceptedAs: 'Oral' | 'Poster' | 'Workshop' | null
    mergedInto: number | null
    duplicateOf: number | null
    toldAt: Date | null
    authorsVersion: Generated<number>
    answerUntil: string | null
    tellsAt: Date | null
    toldBefore: unknown
  }
  abstractAuthor: {
    abstractId: number
    position: number
    name: string
    email: Generated<string>
    emailKey: string | null
    institution: Generated<string>
    department: Generated<string>
    accountId: number | null
    presents: Generated<boolean>
  }
  abstractCounter: { eventId: number; last: number }
  abstractVersion: {
    abstractId: number
    number: number
    applicantId: number
    saveKey: string | null
    saveDigest: Buffer
    abstractType: 'Oral' | 'Poster' | 'Workshop'
    subSpecialityId: number
    title: string
    titlePlain: string
    background: string
    backgroundPlain: string
    material: string
    materialPlain: string
    results: string
    resultsPlain: string
    discussion: string
    discussionPlain: string
    words: number
    fileKey: string
    fileName: string
    fileSize: number
    fileSha256: Buffer
    fileScan: 'clean' | 'none' | 'failed'
    isAside: Generated<boolean>
    isLate: Generated<boolean>
    savedAt: Date
    startedAt: Date | null
  }
  authorEntry: {
    id: GeneratedAlways<number>
    abstractId: number
    kind: 'author' | 'not_to'
    name: string
    emailKey: string | null
    accountId: number | null
    byStaff: boolean
    since: Generated<Date>
    sinceVersion: number
    until: Date | null
    untilVersion: number | null
    droppedIn: 'draft' | 'submitted' | 'withdrawn' | 'revision_asked' | 'under_review' | 'accepted' | 'rejected' | 'waiting' | 'merged' | 'duplicate' | 'confirmed' | 'not_presenting' | null
  }
  namedConflict: { abstractId: number; position: number; name: string; emailKey: string | null }
  upload: {
    id: string
    applicantId: number
    clientKey: string
    fileName: string
    size: number
    received: Generated<number>
    createdAt: Date
    touchedAt: Date
  }
  uploadPiece: { uploadId: string; position: number; size: number; fileKey: string }
}
