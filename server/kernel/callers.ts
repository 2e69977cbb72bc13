/** Whoever asks, as narrow as a call needs it: `serve` hands over one of these, and a function that needs an applicant asks for a `Participant`. */
import type { StaffRole } from '#contract/accounts/permissions.ts'
import type { SessionFactor, SessionNeed } from '#contract/accounts/session-needs.ts'

/** An account at one event. What is archived is only read. */
export type AtEvent = { applicantId: number; eventId: number; isArchived?: true }

/** Whoever a session belongs to. `at` is who they are at the event that the call is about; nobody, while none is announced. */
export type Person = { accountId: number; email: string; sessionId: number; at: AtEvent | undefined }

/** A person at an event, both certain. */
export type Participant = Person & AtEvent

type AtReview = { reviewerId: number; eventId: number }

/** A person who reviews for an event. Which abstracts they may read is asked by `reviewerId`, and by nothing else of them. */
export type Reviewer = Pick<Person, 'accountId' | 'sessionId'> &
  AtReview & {
    /** The other events for which they review. */
    elsewhere: readonly AtReview[]
  }

/** Whoever a reset token belongs to, and which it is: of two that were given, only the newer is good. */
export type Resetter = Pick<Person, 'accountId' | 'email'> & { tokenHash: Buffer }

export type Grant = { role: StaffRole; eventId: number | null }

/** Somebody of the staff, with the roles that they have at this moment. */
export type Staff = {
  sessionId: number
  accountId: number
  name: string
  email: string
  /** What must be done before anything else: only the calls that lead there answer. */
  needs: SessionNeed | undefined
  /** How this session was opened. */
  factor: SessionFactor
  /** What they have set up. */
  factors: ('passkey' | 'totp')[]
  /** Within the last minutes this session proved that it is they who ask. */
  steppedUp: boolean
  /** Without a factor: they proved their address, and may set up the first one. */
  hasProvedAddress?: boolean
  grants: Grant[]
}
