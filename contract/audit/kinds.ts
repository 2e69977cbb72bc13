/** How acts are told apart. Without zod: the console has this too. */

export const actorKinds = ['staff', 'command', 'schedule', 'database'] as const
export type ActorKind = (typeof actorKinds)[number]

/** `unknown`: the bank was asked, and nobody wrote down how it ended. */
export const actOutcomes = ['done', 'refused', 'read', 'failed', 'unknown'] as const
export type ActOutcome = (typeof actOutcomes)[number]

/** What an act can be about, as people ask for it. */
export const actTopics = ['money', 'people', 'event', 'workshops', 'pages', 'team', 'sign-ins', 'exports'] as const
export type ActTopic = (typeof actTopics)[number]
