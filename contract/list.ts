/** Lists of staff, all alike: what fits a search and filters, in one of a few orders, a page at a time. */
import { z } from 'zod'
import { mostRowsAtOnce } from './list-size.ts'
import { whole } from './operation.ts'

export { rowsAtOnce } from './list-size.ts'

type Choice<Filters, Sorts> = { filters: Filters; sorts: Sorts }

/** `sorts` is the closed list of orders, each of which has an index; the first is the usual one. A minus means the largest first. */
export function listOf<
  Row extends z.ZodType,
  Filters extends z.ZodRawShape,
  const Sorts extends readonly [string, ...string[]],
>(row: Row, { filters, sorts }: Choice<Filters, Sorts>) {
  return {
    // A filter that is misspelt would show more than was meant.
    input: z.strictObject({
      search: z.string().trim().max(200).optional(),
      sort: z.enum(sorts).optional(),
      /** Where the page before ended, as its `next` said. It is good for the same search, filters and order only. */
      cursor: z.string().max(500).optional(),
      limit: whole(1, mostRowsAtOnce).optional(),
      ...filters,
    }),
    reply: z.object({
      rows: z.array(row),
      next: z.string().nullable(),
      total: z.number().int(),
      /** False when there are so many that they were not all counted: then there are more than `total`. */
      totalIsExact: z.boolean(),
    }),
  }
}

/** A filter that can be turned round: `paid`, or `!paid` for all that are not. */
export const orNot = <const Value extends string>(values: readonly [Value, ...Value[]]) =>
  z.enum([...values, ...values.map((value): `!${Value}` => `!${value}`)]).optional()

/** What a filter that may be turned round is about, and whether it is. */
export const turned = <Value extends string>(filter: Value | `!${Value}`): { value: Value; isNot: boolean } =>
  filter.startsWith('!') ? { value: filter.slice(1) as Value, isNot: true } : { value: filter as Value, isNot: false }
