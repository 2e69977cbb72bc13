/** The recipe for a call in CONTRIBUTING.md, followed to the letter in a copy of the project. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyOfTheProject, runIn } from '#server/testing/copied-project.ts'

type Step = { file: string; lines: string }

test('adding a call of staff touches operation, verb, route and a test, and everything is content with it', async () => {
  const steps = recipe(readFileSync('CONTRIBUTING.md', 'utf8'))
  expect(steps.map(({ file }) => file)).toEqual([
    'contract/events/console.ts',
    'server/events/days-left.ts',
    'server/events/console-routes.ts',
    'server/events/days-left.test.ts',
  ])
  const copy = copyOfTheProject()
  for (const { file, lines } of steps) follow(join(copy, file), lines)

  // The types and its own test show that the call works; what looks at every call of the project has done so already.
  const tests = ['server/events/days-left.test.ts', 'server/kernel/openapi.test.ts']
  const usual = [
    ['npm', 'run', 'calls'],
    ['npm', 'run', 'access'],
    ['vitest', 'run', '--reporter=dot', '--maxWorkers=1', ...tests],
  ]
  const inFull = [
    ['npm', 'run', 'format'],
    ['npm', 'run', 'check'],
    ['vitest', 'run', '--reporter=dot', '--maxWorkers=1', 'server/kernel/access-matrix.test.ts'],
  ]
  const commands = process.env.TEST_LONG ? [...usual, ...inFull] : usual
  for (const words of commands) {
    const { command, code, output } = await runIn(copy, words)
    expect([command, code, code === 0 ? '' : output]).toEqual([command, 0, ''])
  }
  expect(readFileSync(join(copy, 'docs/access.md'), 'utf8')).toContain('| staff | event.read | `GET /staff/DaysLeft` |')
})

/** The steps under "A call": of each the file, and the lines for it. */
function recipe(page: string): Step[] {
  const part = page.slice(page.indexOf('**A call.**'), page.indexOf('**A page.**'))
  return [...part.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, file = '', lines = '']) => ({ file, lines }))
}

/** A new file is written; into one that is there, imports go to the imports, a route to the routes and the rest to the end. */
function follow(path: string, lines: string): void {
  if (!existsSync(path)) return writeFileSync(path, lines)
  let text = readFileSync(path, 'utf8')
  const [imports, others] = [/^import .*\n/gm, /^(?!import ).*\n/gm].map((kind) => lines.match(kind) ?? [])
  for (const line of imports ?? []) text = withImport(text, line)
  const body = (others ?? []).join('')
  const place = 'Routes(app: FastifyInstance, world: World): void {\n'
  writeFileSync(path, text.includes(place) ? text.replace(place, place + body) : `${text}\n${body}`)
}

function withImport(text: string, line: string): string {
  const [, name = '', from = ''] = /^import \{ (\w+) \} from ('[^']+')/.exec(line) ?? []
  const there = new RegExp(`^import \\{ (?=.*\\} from ${from.replaceAll('.', '\\.')})`, 'm')
  return there.test(text) ? text.replace(there, `import { ${name}, `) : line + text
}
