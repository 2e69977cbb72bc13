/** What a password costs to be tried: 19 MiB and two passes. */
export const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
