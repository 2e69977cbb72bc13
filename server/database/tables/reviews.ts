// Written by `npm run tables` from server/database/migrations. Do not edit by hand.
import type { Generated, GeneratedAlways } from 'kysely'

export type ReviewsTables = {
  remark: {
    id: GeneratedAlways<number>
    abstractId: number
    assignmentId: number | null
    by: number | null
    text: string
    audience: 'reviewers' | 'chairs'
    at: Date
  }
  review: {
    assignmentId: number
    version: Generated<number>
    recommendation: 'accept' | 'other_type' | 'revise' | 'reject' | 'abstain' | null
    asType: 'Oral' | 'Poster' | 'Workshop' | null
    sure: 'field' | 'near' | 'outside' | null
    toAuthor: Generated<string>
    toChairs: Generated<string>
    total: string | null
    saveKey: string | null
    savedAt: Date
    submittedAt: Date | null
    isLate: Generated<boolean>
  }
  reviewScore: { assignmentId: number; criterionId: number; score: number }
  reviewVersion: { assignmentId: number; number: number; body: unknown; at: Date }
}
