import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** One more than there are cores: the tests that start and kill servers mostly wait. */
const maxWorkers = availableParallelism() + 1

/** A machine that runs all tests at once is slow, not wrong. Whoever runs a few of them wants to hear soon that one hangs. */
const runsAll = Boolean(process.env.CI ?? process.env.TEST_WHOLE)
const timeouts = { testTimeout: runsAll ? 900_000 : 30_000, hookTimeout: runsAll ? 900_000 : 30_000 }
const longTimeouts = { testTimeout: 900_000, hookTimeout: 900_000 }

/** They start servers, databases or test runs of their own. */
const startsProcesses = /^server\/testing\/|^docs\/(proxy|unit|upgrade|container)|planted-faults|recipe|stress/
const tests = globSync('{contract,server,docs,scripts}/**/*.test.ts').map((file) => file.replaceAll('\\', '/'))
/** What takes nothing from server/testing has no database: should it ask for one, there is none. */
const tierOf = (file: string) => {
  if (startsProcesses.test(file)) return 'process'
  return /from '[^']*\/testing\//.test(readFileSync(file, 'utf8')) ? 'calls' : 'unit'
}
const { unit = [], calls = [], process: processes = [] } = Object.groupBy(tests, tierOf)

/** What takes longest comes first: begun last, it would keep a whole machine waiting. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { first = [], then = [] } = Object.groupBy(await super.sort(files), ({ project, moduleId }) =>
      project.name === 'process' || moduleId.endsWith('hardening.test.ts') ? 'first' : 'then',
    )
    return [...first, ...then]
  }
}

// The files of a worker share a process, as the features of a server do: what one sets up for all of them shows.
// And what they import is read once, which takes a fifth off the time.
const isolate = false
const globalSetup = 'server/testing/global.ts'

export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: runsAll ? 120_000 : 20_000 } },
    projects: [
      { extends: true, test: { name: 'unit', include: unit, isolate, ...timeouts } },
      { extends: true, test: { name: 'calls', include: calls, isolate, globalSetup, ...timeouts } },
      { extends: true, test: { name: 'process', include: processes, isolate, globalSetup, ...longTimeouts } },
      {
        extends: 'web/vite.config.ts',
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: 'web/testing/timeout.ts',
          // A window of its own for each file without reading jsdom anew: a quarter of the time.
          pool: 'vmForks',
          maxWorkers,
          ...timeouts,
        },
      },
    ],
  },
})
