/** What became of an email that did not go out: cancelled by somebody, or failed. */
import { sql } from 'kysely'
import { cancelledCauses } from '#contract/mail/letter-states.ts'
import type { Row } from '#server/database/tables.ts'

export const isCancelled = (cause: Row<'mail'>['cause']): boolean =>
  (cancelledCauses as readonly (string | null)[]).includes(cause)

/** SQL: the same, of a row of mail. Older rows have no cause. */
export const wasCancelled = sql<boolean>`(coalesce(mail.cause::text, '') = any (${[...cancelledCauses]}::text[]))`
