/** The steps of the set-up. Without zod: the browser has this too. */

/** In the order in which they are offered. */
export const setupSteps = ['college', 'contact', 'travel', 'texts', 'programmes', 'mail', 'bank'] as const
export type SetupStep = (typeof setupSteps)[number]
