/** The views of the schema `blind`, column by column. `blind.test.ts` compares them with the database; whoever adds one thinks of what it tells. */
import type { AbstractType } from '#contract/abstracts/rules.ts'

type Recommendation = 'accept' | 'other_type' | 'revise' | 'reject' | 'abstain'
type Sure = 'field' | 'near' | 'outside'

export type BlindTables = {
  me: {
    reviewerId: number
    eventId: number
    quota: number
    institution: string
    department: string
    name: string
    eventName: string
    timeZone: string
  }
  call: {
    dueOn: string | null
    graceMinutes: number
    blind: 'double' | 'single' | 'open'
    others: 'after_own' | 'never' | 'always'
    bids: boolean
    hasBegun: boolean
    /** The end of the last day, and of its grace. */
    dueAt: Date | null
    closesAt: Date | null
    takesBids: boolean
  }
  /** Some of their fields, by lot. */
  bidTitle: { titleId: string; speciality: string; title: string; bid: number }
  myField: { specialityId: number; name: string; strength: 'first' | 'second' }
  criterion: {
    criterionId: number
    position: number
    name: string
    hint: string
    low: string
    high: string
    weight: string
    isRequired: boolean
    types: AbstractType[] | null
  }
  /** Texts are null until the redaction of the version that counts is ready. */
  myAbstract: {
    assignmentId: number
    number: string
    alias: number
    state: 'assigned' | 'begun' | 'submitted' | 'sent_back' | 'declined'
    type: AbstractType
    speciality: string
    subSpeciality: string
    words: number
    redaction: 'preparing' | 'waiting' | 'ready'
    title: string | null
    background: string | null
    material: string | null
    results: string | null
    discussion: string | null
    fileSize: number | null
    fileType: string | null
    isOpen: boolean
    sentBack: string
  }
  /** What was read at the last submission, where another text was released since. */
  reviewedText: {
    assignmentId: number
    title: string
    background: string
    material: string
    results: string
    discussion: string
  }
  myReview: {
    assignmentId: number
    version: number
    recommendation: Recommendation | null
    asType: AbstractType | null
    sure: Sure | null
    toAuthor: string
    toChairs: string
    total: string | null
    saveKey: string | null
    savedAt: Date
    submittedAt: Date | null
    isLate: boolean
  }
  myScore: { assignmentId: number; criterionId: number; score: number }
  otherReview: {
    assignmentId: number
    alias: number
    recommendation: Recommendation | null
    asType: AbstractType | null
    sure: Sure | null
    toAuthor: string
    total: string | null
  }
  /** After one's own is submitted. */
  discussion: { assignmentId: number; isOpen: boolean }
  /** Without an alias it is of a chair. */
  remark: { assignmentId: number; alias: number | null; text: string; at: Date }
}
