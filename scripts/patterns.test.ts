/** SEC-083: what a stranger sends meets patterns; none of them may be one that a chosen text keeps busy. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSync } from 'recheck'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { root } from '#server/testing/process.ts'

type Pattern = { source: string; flags: string; where: string }
type Syntax = {
  type?: string
  start?: number
  value?: string
  regex?: { pattern: string; flags: string }
  [key: string]: unknown
}

test.runIf(process.env.TEST_LONG)(
  'SEC-083: no pattern of the source takes long over any text (needs npm run test:long)',
  () => {
    const patterns = sources().flatMap(patternsIn)
    expect(patterns.length).toBeGreaterThan(80)

    // Some stand in several places; to work one out takes a second.
    const different = new Map(patterns.map(({ source, flags }) => [`${flags} ${source}`, { source, flags }]))
    const unsafe = new Set([...different].filter(([, { source, flags }]) => !isSafe(source, flags)).map(([key]) => key))
    const slow = patterns.filter(({ source, flags }) => unsafe.has(`${flags} ${source}`))
    expect(slow.map(({ source, where }) => `${where} /${source}/`)).toEqual([])
  },
  900_000,
)

test.runIf(process.env.TEST_LONG)(
  'a pattern that looks for the end of each run of blanks anew is found (needs npm run test:long)',
  () => {
    const [first, second] = patternsIn({
      file: 'a.tsx',
      text: 'const a = <p>{b.replace(/^\\s+|\\s+$/g, new RegExp(`^${c}(a|a)*$`))}</p>',
    })

    expect(first).toEqual({ source: String.raw`^\s+|\s+$`, flags: 'g', where: 'a.tsx:1' })
    expect(second).toEqual({ source: '^9(a|a)*$', flags: '', where: 'a.tsx:1' })
    expect([first, second].map((each) => each && isSafe(each.source, each.flags))).toEqual([false, false])
  },
)

/**
 * Worked out, for as long as it takes, and not tried with random texts and a clock: the same answer on every machine.
 * Of those that look ahead or behind some cannot be worked out, and must be written in another way.
 */
function isSafe(source: string, flags: string): boolean {
  return checkSync(source, flags, { checker: 'automaton', maxRepeatCount: 100, timeout: null }).status === 'safe'
}

/** Without the tests, the benches and the commands, which read only what we wrote. Those of a person's own browser are for the long run. */
function sources(): { file: string; text: string }[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter(
      (file) =>
        file &&
        existsSync(join(root, file)) &&
        !/\.test\.tsx?$|^(bench|e2e|scripts|server\/testing)\//.test(file) &&
        (process.env.TEST_LONG || !file.startsWith('web/')),
    )
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
}

function patternsIn({ file, text }: { file: string; text: string }): Pattern[] {
  const found: Pattern[] = []
  const look = (syntax: unknown): void => {
    if (typeof syntax !== 'object' || syntax === null || syntax instanceof RegExp) return
    const at = syntax as Syntax
    const where = () => `${file}:${text.slice(0, at.start).split('\n').length}`
    if (at.regex) found.push({ source: at.regex.pattern, flags: at.regex.flags, where: where() })
    if ((at.callee as Syntax | undefined)?.name === 'RegExp')
      found.push({ ...built(at.arguments as Syntax[]), where: where() })
    for (const part of Object.values(at)) look(part)
  }
  const { program, errors } = parseSync(file, text)
  expect(errors).toEqual([])
  look(program)
  return found
}

type Quasis = { value: { cooked: string; raw: string } }[] | undefined

/** Of a pattern that is put together, the parts that stand there; for what comes in between, a figure. */
function built([words, flags]: Syntax[]): Pick<Pattern, 'source' | 'flags'> {
  // String.raw stands around some.
  const raw = (words?.quasi as Syntax | undefined)?.quasis as Quasis
  const cooked = words?.quasis as Quasis
  const parts = raw?.map(({ value }) => value.raw) ?? cooked?.map(({ value }) => value.cooked)
  const source = parts?.join('9') ?? words?.value
  if (source === undefined) throw new Error('A pattern is made of something that cannot be read here.')
  return { source, flags: flags?.value ?? '' }
}
