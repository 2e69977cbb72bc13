/** Writes server/tables.ts, the TypeScript shape of every table, from the migrations. `--check` only says whether it is up to date. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { makeDatabase, openTestServer } from '#server/testing/database.ts'

type Column = {
  table: string
  column: string
  type: string
  isArray: boolean
  isNullable: boolean
  hasDefault: boolean
  isAlwaysGenerated: boolean
  choices: string[] | null
}

const target = join(import.meta.dirname, '../server/tables.ts')

const plain: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  citext: 'string',
  date: 'string',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Date',
  tsvector: 'string',
  uuid: 'string',
  xid8: 'string',
}

const columnsInOrder = `
  select pg_class.relname as "table", attname as "column", one.typname as type, one.oid <> atttypid as "isArray", not attnotnull as "isNullable",
         atthasdef or attidentity = 'd' as "hasDefault", attidentity = 'a' or attgenerated <> '' as "isAlwaysGenerated",
         (select array_agg(enumlabel::text order by enumsortorder) from pg_enum where enumtypid = one.oid) as choices
  from pg_class
  join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
  join pg_type whole on whole.oid = atttypid
  join pg_type one on one.oid = case when whole.typcategory = 'A' then whole.typelem else whole.oid end
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'migration'
  order by relname collate "C", attnum`

const text = write(await readColumns())
if (process.argv.includes('--check')) {
  const isUpToDate = (await readFile(target, 'utf8').catch(() => '')) === text
  console.log(isUpToDate ? 'server/tables.ts is up to date.' : 'server/tables.ts is out of date: run npm run tables.')
  process.exitCode = isUpToDate ? 0 : 1
} else {
  await writeFile(target, text)
}

async function readColumns(): Promise<Column[]> {
  const server = await openTestServer()
  try {
    const { url, drop } = await makeDatabase(server.url)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<Column>(columnsInOrder)
    await client.end()
    await drop()
    return rows
  } finally {
    await server.leave()
  }
}

/** In one line where there is room for it, as the formatter leaves it. */
function shapeOf(name: string, lines: string[]): string[] {
  const short = `  ${name}: { ${lines.map((each) => each.trim()).join('; ')} }`
  return short.length <= 120 ? [short] : [`  ${name}: {`, ...lines, '  }']
}

function write(columns: Column[]): string {
  const tables = Map.groupBy(columns, ({ table }) => table)
  const shapes = [...tables].flatMap(([table, its]) => shapeOf(camel(table), its.map(line)))
  const used = ['Generated', 'GeneratedAlways', 'Selectable'].filter(
    (name) => name === 'Selectable' || shapes.some((shape) => shape.includes(`${name}<`)),
  )
  return [
    '// Written by `npm run tables` from server/migrations. Do not edit by hand.',
    `import type { ${used.join(', ')} } from 'kysely'`,
    '',
    'export type Tables = {',
    ...shapes,
    '}',
    '',
    '/** A whole row, as it is read. */',
    'export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>',
    '',
  ].join('\n')
}

function line(column: Column): string {
  return `    ${camel(column.column)}: ${typeOf(column)}`
}

function typeOf({ table, column, type, choices, ...its }: Column): string {
  const one = choices ? choices.map((choice) => `'${choice}'`).join(' | ') : plain[type]
  if (!one) throw new Error(`write-tables knows no TypeScript type for ${type} (${table}.${column}).`)
  const many = its.isArray ? (one.includes(' ') ? `(${one})[]` : `${one}[]`) : one
  const full = its.isNullable && many !== 'unknown' ? `${many} | null` : many
  if (its.isAlwaysGenerated) return `GeneratedAlways<${full}>`
  return its.hasDefault ? `Generated<${full}>` : full
}

function camel(name: string): string {
  return name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase())
}
