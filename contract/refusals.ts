/** Every "no" that is not part of a call's own reply: its HTTP status and the sentence a person reads. */
export const refusals = {
  bad_input: [400, 'Something in this request is not as it should be.'],
  sign_in_first: [401, 'Please sign in first.'],
  not_allowed: [403, 'You do not have access to this.'],
  captcha: [403, 'Please confirm that you are a person.'],
  step_up: [403, 'Please confirm that it is you.'],
  second_factor: [403, 'Please set up your second factor first.'],
  not_found: [404, 'There is nothing at this address.'],
  conflict: [409, 'Somebody else changed this meanwhile.'],
  count_changed: [409, 'Their number changed meanwhile. Please look again before you go on.'],
  too_slow: [408, 'The request took too long to arrive. Please try again.'],
  too_large: [413, 'This is larger than we can take.'],
  wrong_type: [415, 'This kind of content is not accepted here.'],
  wrong_host: [421, 'This address is not served here.'],
  invalid: [422, 'Some fields need another look.'],
  too_many: [429, 'Too many attempts. Please wait a moment and try again.'],
  broken: [500, 'An error occurred. Please try again later.'],
  unavailable: [503, 'The service is busy for a moment. Please try again shortly.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type RefusalCode = keyof typeof refusals

/** What a staff call answers with in place of its reply. */
export type RefusalBody = {
  code: RefusalCode
  message: string
  /** With `invalid`: every field that is wrong, by its path, such as `note` or `days.2.room`. */
  fields?: { path: string; message: string }[] | undefined
  /** With `conflict` and `count_changed`: the copy that the server has. */
  stored?: unknown
  /** Under which number the log tells of it. */
  requestId?: string
}
