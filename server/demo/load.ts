/** Rows by the hundred, one statement for each table. Only for a database that nobody has used: see docs/decisions/0051. */
import { sql } from 'kysely'
import type { Row, Tables } from '#server/database/tables.ts'
import type { Transaction } from '#server/kernel/world.ts'

/** All rows have the same columns; those that are left out are as the table makes them. */
export async function load<Name extends keyof Tables>(
  { db }: Pick<Transaction, 'db'>,
  table: Name,
  rows: readonly Partial<Row<Name>>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.map(asWritten))}::jsonb)`.execute(
    db,
  )
}

function asWritten(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
    ]),
  )
}

const counted = [
  'account',
  'applicant',
  'mail',
  'orders',
  'paymentAttempt',
  'paymentException',
  'abstract',
  'refund',
  'reviewer',
  'criterion',
  'assignment',
] as const
export type Counted = (typeof counted)[number]
export type Numbers = (table: Counted) => number

/** Counts on from what is there: who refers to a row knows its number before it is written. */
export async function numbersFrom({ db }: Pick<Transaction, 'db'>): Promise<Numbers> {
  const last = Object.fromEntries(
    await Promise.all(
      counted.map(async (table) => {
        const { rows } = await sql<{
          last: number
        }>`select coalesce(max(id), 0)::int as last from ${sql.table(table)}`.execute(db)
        return [table, rows[0]?.last ?? 0] as const
      }),
    ),
  ) as Record<Counted, number>
  return (table) => (last[table] += 1)
}

/** Whoever comes next gets the number after the last. */
export async function countOn({ db }: Pick<Transaction, 'db'>): Promise<void> {
  for (const table of counted) {
    await sql`select setval(pg_get_serial_sequence(${snake(table)}, 'id'), max(id)) from ${sql.table(table)} having max(id) is not null`.execute(
      db,
    )
  }
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
