/** What somebody reads whose offer to review is not taken. Without zod: the browser has this too. */

export const offerTexts = {
  frozen: 'Review has begun: please ask the chair to change your institution or department.',
  field: 'This event has no such field.',
} as const
