/** What the health of the portal is made of. Without zod: the browser has this too. */

/** What is looked at, in the order in which it is told. */
export const healthTopics = [
  'backup',
  'drill',
  'database',
  'standbys',
  'mail',
  'payments',
  'exceptions',
  'jobs',
  'disk',
  'invariants',
  'files',
  'seals',
  'secrets',
  'blindness',
  'engines',
] as const
export type HealthTopic = (typeof healthTopics)[number]

/** `off`: there is none here, and none is missed. `wait`: it can wait until tomorrow. */
export const healthStates = ['good', 'off', 'wait', 'bad'] as const
