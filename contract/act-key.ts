/** Tells a change that a browser sends again, because it heard no answer, from a new one: the same key gets the same answer. */
import { z } from 'zod'

export const ActKey = z
  .string()
  .regex(/^[\w-]{8,64}$/)
  .optional()

/** Which row, and as which it was seen. A save of another is refused with `conflict` and what is stored. */
export const Version = z.number().int().min(1).max(2_147_483_647)
