/** Whoever asks, as narrow as a call needs it: `serve` hands over one of these, and a function that needs an applicant asks for a `Participant`. */
import type { StaffRole } from '#contract/accounts/permissions.ts'

/** An account at one event. */
export type AtEvent = { applicantId: number; eventId: number }

/** Whoever a session belongs to. `at` is who they are at the event that the call is about; nobody, while none is announced. */
export type Person = { accountId: number; email: string; sessionId: number; at: AtEvent | undefined }

/** A person at an event, both certain. */
export type Participant = Person & AtEvent

/** Whoever a reset token belongs to, and which it is: of two that were given, only the newer is good. */
export type Resetter = Pick<Person, 'accountId' | 'email'> & { tokenHash: Buffer }

export type Grant = { role: StaffRole; eventId: number | null }

/** Somebody of the staff, with the roles that they have at this moment. */
export type Staff = {
  sessionId: number
  accountId: number
  name: string
  email: string
  /** They may set a new password or sign out, and nothing else. */
  mustSetPassword: boolean
  grants: Grant[]
}
