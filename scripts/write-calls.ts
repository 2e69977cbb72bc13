/**
 * Writes contract/calls.ts, by which the browsers send, with contract/calls/ by domain, and contract/operations.ts, which lists every operation, from
 * the operations of the contract. `--check` only says whether they are up to date.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isOfConsole } from '#contract/heads.ts'
import { DownloadedFile, isOperation, type Operation } from '#contract/operation.ts'
import { change, read } from '#contract/sent.ts'

const contract = join(import.meta.dirname, '../contract')
const written = /^(?:calls|operations)\.ts$|^calls\//
const note = '// Written by `npm run calls` from the operations of contract/. Do not edit by hand.'

export type Module = { file: string; alias: string; operations: [name: string, operation: Operation][] }

export async function readModules(folder = contract): Promise<Module[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !written.test(file))
    .toSorted()
  const modules: Module[] = []
  for (const file of files) {
    const exported = (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>
    const operations = Object.entries(exported).filter((entry): entry is [string, Operation] => isOperation(entry[1]))
    if (operations.length > 0) modules.push({ file, alias: aliasOf(file), operations })
  }
  return modules
}

/** `selection/review-work.ts` is `selectionReviewWork`. */
const aliasOf = (file: string): string =>
  file.replace(/\.ts$/, '').replaceAll(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase())

/** What is wrong with the names of operations, as sentences. The second way of sending a call has its method at the end of its export. */
export function wrongNames(modules: readonly Module[]): string[] {
  const seen = new Set<string>()
  return modules.flatMap(({ file, operations }) =>
    operations.flatMap(([exported, { name, method }]) => {
      if (exported.toLowerCase() === `${name}by${method}`.toLowerCase()) return []
      if (exported !== name) return [`contract/${file}: ${exported} is an operation named ${name}`]
      if (seen.has(name)) return [`contract/${file}: there is another operation named ${name}`]
      seen.add(name)
      return []
    }),
  )
}

type SentCall = { file: string; alias: string; operation: Operation }

/** Each call once: the second way of sending one is the server's alone. */
const sentOf = (modules: readonly Module[]): SentCall[] =>
  modules.flatMap(({ file, alias, operations }) =>
    operations.filter(([exported, { name }]) => exported === name).map(([, operation]) => ({ file, alias, operation })),
  )

const domainOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] as string) : 'portal')

/** Each file of contract/calls/ by its name: a page loads the calls of its own domains only. */
export function callFiles(modules: readonly Module[]): Map<string, string> {
  const byDomain = Map.groupBy(modules, ({ file }) => domainOf(file))
  const files = new Map([...byDomain].map(([domain, own]) => [`${domain}.ts`, callsText(own)]))
  return files.set('console.ts', consoleText(modules))
}

export function callsText(modules: readonly Module[]): string {
  const kinds = new Set(sentOf(modules).map(({ operation }) => operation.kind))
  return [
    note,
    "import type { Call } from '../heads.ts'",
    `import { ${[...kinds].toSorted().join(', ')} } from '../sent.ts'`,
    ...modules.map(({ file, alias }) => `import type * as ${alias} from '../${file}'`),
    '',
    ...sentOf(modules).map(
      ({ alias, operation }) =>
        `export const ${operation.name}: Call<typeof ${alias}.${operation.name}> = ${sentText(operation)}`,
    ),
    '',
  ].join('\n')
}

function consoleText(modules: readonly Module[]): string {
  const ofConsole = sentOf(modules).filter(({ operation }) => isOfConsole(operation) && isJson(operation))
  const byDomain = Map.groupBy(ofConsole, ({ file }) => domainOf(file))
  const namesIn = (calls: readonly SentCall[]) => calls.map(({ operation }) => operation.name).toSorted()
  return [
    note,
    ...[...byDomain].map(([domain, calls]) => `import { ${namesIn(calls).join(', ')} } from './${domain}.ts'`),
    '',
    '/** What the console sends by name. Files have functions of their own. */',
    'export const staffCalls = {',
    ...namesIn(ofConsole).map((name) => `  ${name},`),
    '}',
    '',
  ].join('\n')
}

const indexText = (files: Iterable<string>): string =>
  [note, ...[...files].toSorted().map((file) => `export * from './calls/${file}'`), ''].join('\n')

const isJson = ({ upload, reply }: Operation): boolean => !upload && reply !== DownloadedFile

/** A head without what only the server asks of it, and without what `contract/sent.ts` adds by itself. */
function sentText({ name, method, path, token, kind, ...head }: Operation): string {
  const { sent, repeatable, shared, withSession, upload, priority } = head
  const others = {
    ...(upload && { upload: true as const }),
    ...(priority === 'paying' && { priority }),
  }
  const usual = { read, change }[kind](name, token, others)
  const stated = {
    ...(method !== usual.method && { method }),
    ...(path !== usual.path && { path }),
    sent,
    repeatable,
    shared,
    withSession,
    ...others,
  }
  const isUsual = Object.values(stated).every((each) => each === undefined)
  return `/* @__PURE__ */ ${kind}('${name}', '${token}'${isUsual ? '' : `, ${literal(stated)}`})`
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'string') return `'${value}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value).filter(([, each]) => each !== undefined)
  return `{ ${fields.map(([field, each]) => `${field}: ${literal(each)}`).join(', ')} }`
}

export function operationsText(modules: readonly Module[]): string {
  return [
    note,
    "import { isOperation, type Operation } from './operation.ts'",
    ...modules.map(({ file, alias }) => `import * as ${alias} from './${file}'`),
    '',
    'const modules: object[] = [',
    ...modules.map(({ alias }) => `  ${alias},`),
    ']',
    '',
    'export const operations: Operation[] = modules.flatMap((module): unknown[] => Object.values(module)).filter(isOperation)',
    '',
  ].join('\n')
}

if (import.meta.main) {
  const modules = await readModules()
  const problems = wrongNames(modules)
  const calls = callFiles(modules)
  const texts = new Map([
    ['calls.ts', indexText(calls.keys())],
    ['operations.ts', operationsText(modules)],
    ...[...calls].map(([file, text]): [string, string] => [`calls/${file}`, text]),
  ])
  const isThere = (file: string) => existsSync(join(contract, file))
  const stale = isThere('calls') ? readdirSync(join(contract, 'calls')).filter((file) => !calls.has(file)) : []
  if (process.argv.includes('--check')) {
    const old = [...texts].filter(
      ([file, text]) => !isThere(file) || readFileSync(join(contract, file), 'utf8') !== text,
    )
    for (const file of [...old.map(([file]) => file), ...stale.map((file) => `calls/${file}`)])
      problems.push(`contract/${file} is out of date; run \`npm run calls\``)
  } else {
    mkdirSync(join(contract, 'calls'), { recursive: true })
    for (const [file, text] of texts) writeFileSync(join(contract, file), text)
    for (const file of stale) rmSync(join(contract, 'calls', file))
  }
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
