/** One line of the health page and of `npm run doctor`. */
import type { HealthPart } from '#contract/health.ts'

type Topic = HealthPart['topic']
type More = { details?: string[]; at?: Date | undefined }

export const partOf = (
  topic: Topic,
  state: HealthPart['state'],
  ...[says, next = '', { details = [], at } = {}]: [says: string, next?: string, more?: More]
): HealthPart => ({ topic, state, says, next, details, at: at?.toISOString() ?? null })
