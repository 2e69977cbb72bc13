/**
 * Writes the TypeScript shape of every table from the migrations: server/database/tables/ by owner, and server/database/tables.ts, which joins them.
 * `--check` only says whether they are up to date.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { makeDatabase, openTestServer } from '#server/testing/database.ts'
import { ownerOf } from './house/owners.ts'

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

const server = join(import.meta.dirname, '../server/database')
const note = '// Written by `npm run tables` from server/database/migrations. Do not edit by hand.'

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

const files = write(await readColumns())
const known = (existsSync(join(server, 'tables')) ? readdirSync(join(server, 'tables')) : []).map(
  (name) => `tables/${name}`,
)
const gone = known.filter((name) => !files.has(name))
if (process.argv.includes('--check')) {
  const texts = await Promise.all([...files].map(async ([name, text]) => (await textOf(name)) === text))
  const isUpToDate = gone.length === 0 && texts.every(Boolean)
  console.log(
    isUpToDate
      ? 'server/database/tables.ts is up to date.'
      : 'server/database/tables.ts is out of date: run npm run tables.',
  )
  process.exitCode = isUpToDate ? 0 : 1
} else {
  for (const name of gone) rmSync(join(server, name))
  await mkdir(join(server, 'tables'), { recursive: true })
  for (const [name, text] of files) await writeFile(join(server, name), text)
}

function textOf(name: string): Promise<string> {
  return readFile(join(server, name), 'utf8').catch(() => '')
}

async function readColumns(): Promise<Column[]> {
  const postgres = await openTestServer()
  try {
    const { url, drop } = await makeDatabase(postgres.url)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<Column>(columnsInOrder)
    await client.end()
    await drop()
    return rows
  } finally {
    await postgres.leave()
  }
}

/** In one line where there is room for it, as the formatter leaves it. */
function shapeOf(name: string, lines: string[]): string[] {
  const short = `  ${name}: { ${lines.map((each) => each.trim()).join('; ')} }`
  return short.length <= 120 ? [short] : [`  ${name}: {`, ...lines, '  }']
}

/** The text of each file, by its name under server/. */
function write(columns: Column[]): Map<string, string> {
  const byOwner = Map.groupBy(columns, ({ table }) => ownerIn(table))
  const owners = [...byOwner.keys()].toSorted()
  const files = new Map(owners.map((owner) => [`tables/${owner}.ts`, tablesOf(owner, byOwner.get(owner) ?? [])]))
  return files.set(
    'tables.ts',
    [
      note,
      "import type { Selectable } from 'kysely'",
      ...owners.map((owner) => `import type { ${typeName(owner)} } from './tables/${owner}.ts'`),
      '',
      `export type Tables = ${owners.map(typeName).join(' &\n  ')}`,
      '',
      '/** A whole row, as it is read. */',
      'export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>',
      '',
    ].join('\n'),
  )
}

/** The tables of the platform stand in one file, whichever room has them. */
function ownerIn(table: string): string {
  const [owner] = ownerOf.get(table)?.split('/') ?? []
  if (!owner) throw new Error(`The table ${table} has no owner: name one in scripts/house/owners.ts.`)
  return owner
}

function typeName(owner: string): string {
  return `${owner.charAt(0).toUpperCase()}${owner.slice(1)}Tables`
}

function tablesOf(owner: string, columns: Column[]): string {
  const tables = Map.groupBy(columns, ({ table }) => table)
  const shapes = [...tables].flatMap(([table, its]) => shapeOf(camel(table), its.map(line)))
  const used = ['Generated', 'GeneratedAlways'].filter((name) => shapes.some((shape) => shape.includes(`${name}<`)))
  const imports = used.length > 0 ? [`import type { ${used.join(', ')} } from 'kysely'`, ''] : []
  return [note, ...imports, `export type ${typeName(owner)} = {`, ...shapes, '}', ''].join('\n')
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
