// Written by `npm run tables` from server/database/migrations. Do not edit by hand.
import type { Generated, GeneratedAlways } from 'kysely'

export type SelectionTables = {
  assignment: {
    id: GeneratedAlways<number>
    abstractId: number
    reviewerId: number
    alias: number
    state: Generated<'assigned' | 'begun' | 'submitted' | 'sent_back' | 'declined' | 'cancelled'>
    runId: number | null
    assignedAt: Date
    openedAt: Date | null
    changedAt: Date
    reason: Generated<string>
    note: Generated<string>
    namesAuthor: Generated<boolean>
  }
  assignmentRun: {
    id: GeneratedAlways<number>
    eventId: number
    settings: unknown
    seed: number
    state: Generated<'queued' | 'running' | 'proposed' | 'applied' | 'discarded' | 'stopped' | 'failed'>
    progress: Generated<number>
    beatAt: Date | null
    stopAskedAt: Date | null
    figures: unknown
    by: number
    at: Date
    endedAt: Date | null
    inConflictAt: Date | null
  }
  bid: { reviewerId: number; abstractId: number; bid: number }
  bidKey: { eventId: number; key: Generated<string> }
  conflict: {
    id: GeneratedAlways<number>
    abstractId: number
    reviewerId: number
    kind: 'self' | 'coauthor' | 'shared_abstract' | 'department' | 'institution' | 'supervised' | 'personal' | 'competing' | 'chair'
    source: 'rule' | 'reviewer' | 'author' | 'chair'
    strength: 'hard' | 'possible' | 'cleared'
    note: Generated<string>
    by: number | null
    at: Date
  }
  criterion: {
    id: GeneratedAlways<number>
    eventId: number
    version: Generated<number>
    position: Generated<number>
    name: string
    hint: Generated<string>
    low: Generated<string>
    high: Generated<string>
    weight: Generated<string>
    isRequired: Generated<boolean>
    types: ('Oral' | 'Poster' | 'Workshop')[] | null
    retiredAt: Date | null
  }
  decision: {
    id: GeneratedAlways<number>
    abstractId: number
    outcome: 'accepted' | 'rejected' | 'waiting' | 'revise' | 'merged' | 'duplicate' | 'reset'
    asType: 'Oral' | 'Poster' | 'Workshop' | null
    intoId: number | null
    reviseUntil: string | null
    place: number | null
    note: Generated<string>
    reason: Generated<string>
    leftOut: Generated<number[]>
    passed: Generated<number[]>
    by: number | null
    at: Date
    batchId: number | null
    was: string | null
    replacedAt: Date | null
    basedOn: number[] | null
  }
  decisionBatch: {
    id: GeneratedAlways<number>
    eventId: number
    by: number | null
    publishedAt: Date
    sendsAt: Date
    digest: Generated<string>
    takenBackAt: Date | null
    takenBackBy: number | null
  }
  likeness: {
    a: number
    b: number
    share: number
    isSameOwner: boolean
    state: Generated<'new' | 'same' | 'different'>
    by: number | null
    at: Date
  }
  placeLimit: { eventId: number; type: 'Oral' | 'Poster' | 'Workshop'; places: number }
  proposed: { runId: number; abstractId: number; reviewerId: number; cost: number; isKept: Generated<boolean> }
  redaction: {
    abstractId: number
    version: number
    state: Generated<'preparing' | 'waiting' | 'ready'>
    title: string | null
    background: string | null
    material: string | null
    results: string | null
    discussion: string | null
    file: Generated<'copy' | 'none' | 'cannot'>
    fileKey: string | null
    fileSize: number | null
    fileType: string | null
    found: Generated<unknown>
    by: number | null
    at: Date
    claimedAt: Date | null
    saves: Generated<number>
    byHand: Generated<unknown>
    why: Generated<string>
    askedAt: Date | null
    wasReady: Generated<boolean>
    filePages: Generated<number>
  }
  reviewCall: {
    eventId: number
    version: Generated<number>
    reviewsWanted: Generated<number>
    reviewsToDecide: Generated<number>
    dueOn: string | null
    graceMinutes: Generated<number>
    blind: Generated<'double' | 'single' | 'open'>
    conflictBy: Generated<'author' | 'department' | 'institution'>
    others: Generated<'after_own' | 'never' | 'always'>
    feedback: Generated<'none' | 'comments' | 'totals'>
    revealOnAccept: Generated<boolean>
    bids: Generated<boolean>
    answerDays: Generated<number>
    beganAt: Date | null
    autoRelease: Generated<boolean>
    hospitals: Generated<string[]>
  }
  reviewer: {
    id: GeneratedAlways<number>
    eventId: number
    version: Generated<number>
    state: Generated<'invited' | 'active' | 'declined' | 'removed'>
    email: string
    emailKey: string
    accountId: number | null
    quota: Generated<number>
    institution: Generated<string>
    department: Generated<string>
    tokenHash: Buffer | null
    invitedBy: number | null
    invitedAt: Date
    expiresAt: Date
    answeredAt: Date | null
    offeredAt: Date | null
    inConflictAt: Date | null
    invitedName: Generated<string>
  }
  reviewerAddress: { reviewerId: number; emailKey: string }
  reviewerField: { reviewerId: number; specialityId: number; strength: 'first' | 'second' }
  staffConflict: {
    abstractId: number
    accountId: number
    kind: 'self' | 'coauthor' | 'shared_abstract' | 'department' | 'institution' | 'supervised' | 'personal' | 'competing' | 'chair'
    source: 'rule' | 'reviewer' | 'author' | 'chair'
    strength: 'hard' | 'possible' | 'cleared'
    note: Generated<string>
    by: number | null
    at: Date
  }
}
