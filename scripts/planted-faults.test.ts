/** A check that is never red checks nothing: in each layer a fault is planted, in a copy, and the check of that layer must find it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { copyOfTheProject, runIn } from '#server/testing/copied-project.ts'

type Fault = { layer: string; plant: Record<string, (text: string) => string>; says: RegExp }
/** What can be planted together without one fault hiding another: to begin a run costs more than most tests. */
type Planting = { check: string[]; faults: Fault[]; isLong?: true }

const page = 'docs/decisions/9999-planted.md'
/** With one worker: each would read the whole server once more. */
const tests = (...files: string[]) => ['vitest', 'run', '--reporter=dot', '--maxWorkers=1', ...files]
const node = (...words: string[]) => [process.execPath, ...words]

const plantings: Planting[] = [
  {
    check: tests('server/kernel/access.test.ts', 'server/demo/seed.test.ts', 'docs/docs.test.ts'),
    isLong: true,
    faults: [
      {
        layer: 'a route that does not say who may call it',
        plant: {
          'server/events/routes.ts': after('world: World): void {', "  app.get('/api/Guests', () => [])"),
        },
        says: /GET \/api\/Guests does not declare who may call it/,
      },
      {
        layer: 'data that breaks an invariant',
        plant: { 'content/demo-event.json': (text) => text.replace('"day": 78', '"day": 178') },
        says: /Not true: a workshop is not held after its event/,
      },
      {
        layer: 'a link to a page that is gone',
        plant: { [page]: (text) => text.replace('docs.test.ts', 'nowhere.md') },
        says: /FAIL .*the links of .*9999-planted/,
      },
    ],
  },
  {
    check: tests('server/kernel/access.test.ts', 'server/events/events.test.ts'),
    isLong: true,
    faults: [
      {
        layer: 'a call for the signed-in that became open to anyone',
        plant: {
          'contract/accounts/accounts.ts': (text) => text.replace("'SignOut', personChange(", "'SignOut', openChange("),
        },
        says: /\+ \| none \| +\| `POST \/api\/SignOut` \|/,
      },
      {
        layer: 'a reply with a field that the contract does not name',
        plant: {
          'server/events/routes.ts': (text) => text.replace('Name: event.name', 'Name: event.name, Venue: event.venue'),
        },
        says: /FAIL .*a visitor learns which event is the current one/,
      },
    ],
  },
  {
    // Each rule of it has its planted fault in check-house.test.ts.
    check: node('scripts/check-house.ts'),
    isLong: true,
    faults: [
      {
        layer: 'an import against the arrow',
        plant: {
          'contract/events/events.ts': (text) => `import { currentEvent } from '#server/events/events.ts'\n${text}`,
        },
        says: /contract\/events\/events\.ts: contract may not import server verb/,
      },
    ],
  },
  {
    check: node('scripts/write-calls.ts', '--check'),
    faults: [
      {
        layer: 'a call that the browsers send as it was declared before',
        plant: {
          'contract/accounts/accounts.ts': (text) => text.replace("'SignOut', personChange(", "'SignOut', openChange("),
        },
        says: /contract\/calls\/accounts\.ts is out of date; run `npm run calls`/,
      },
    ],
  },
  {
    check: node('scripts/write-tables.ts', '--check'),
    faults: [
      {
        layer: 'a column that the row types do not know',
        plant: {
          'server/database/migrations/0001-events.sql': after(
            'create table programme (',
            "  planted text not null default '',",
          ),
        },
        says: /server\/database\/tables\.ts is out of date/,
      },
    ],
  },
]

// One after the other: a copy goes with the test that made it.
describe('the checks', () => {
  for (const { check, faults } of plantings.filter(({ isLong }) => !isLong || process.env.TEST_LONG)) {
    test(`find ${faults.map(({ layer }) => layer).join(', ')}`, async () => {
      const copy = copyWithPage()
      for (const { layer, plant } of faults) {
        for (const [file, change] of Object.entries(plant)) {
          const before = readFileSync(join(copy, file), 'utf8')
          writeFileSync(join(copy, file), change(before))
          expect(change(before), `${layer} could not be planted in ${file}`).not.toBe(before)
        }
      }

      const { code, output } = await inTurn(() => runIn(copy, check))

      for (const { says } of faults) expect(output).toMatch(says)
      expect(code).toBe(1)
    })
  }

  // The usual run has them all beside this one.
  test.runIf(process.env.TEST_LONG)('are content with the project as it is (needs npm run test:long)', async () => {
    const copy = copyWithPage()
    const ran = await Promise.all(checksTogether().map((check) => inTurn(() => runIn(copy, check))))

    expect(ran.filter(({ code }) => code !== 0)).toEqual([])
  })
})

/** Each once, the tests all in one run. */
function checksTogether(): string[][] {
  const checks = plantings.map(({ check }) => check)
  const isTests = ([program]: string[]) => program === 'vitest'
  const files = checks.filter(isTests).flatMap((check) => check.filter((word) => word.endsWith('.test.ts')))
  return [...checks.filter((check) => !isTests(check)), tests(...new Set(files))]
}

/** One page more, so that there is a link to break. */
function copyWithPage(): string {
  const copy = copyOfTheProject()
  mkdirSync(dirname(join(copy, page)), { recursive: true })
  writeFileSync(join(copy, page), '# Planted\n\nSee [the check](../docs.test.ts).\n')
  return copy
}

function after(line: string, added: string): (text: string) => string {
  return (text) => text.replace(line, `${line}\n${added}`)
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= 2) await new Promise<void>((go) => waiting.push(go))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
