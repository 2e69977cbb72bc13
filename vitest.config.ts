import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** One more than there are cores: the tests that start and kill servers mostly wait. */
const maxWorkers = availableParallelism() + 1

/** A machine that runs all tests at once is slow, not wrong. */
const timeout = { testTimeout: 900_000, hookTimeout: 900_000 }

const long = /server\/testing\/|planted-faults|stress/

/** What starts servers and test runs of its own takes longest: begun last, it would keep a whole machine waiting. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { first = [], then = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      long.test(moduleId) ? 'first' : 'then',
    )
    return [...first, ...then]
  }
}

export default defineConfig({
  test: {
    maxWorkers,
    ...timeout,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{contract,server,docs,scripts}/**/*.test.ts'],
          globalSetup: 'server/testing/global.ts',
          // The files of a worker share a process, as the features of a server do: what one sets up for all of them shows.
          // And what they import is read once, which takes a fifth off the time.
          isolate: false,
        },
      },
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
          ...timeout,
        },
      },
    ],
  },
})
