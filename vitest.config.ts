import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** One more than there are cores: the tests that start and kill servers mostly wait. */
const maxWorkers = availableParallelism() + 1

export default defineConfig({
  test: {
    testTimeout: 30_000,
    maxWorkers,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{contract,server,docs,scripts}/**/*.test.ts'],
          globalSetup: 'server/testing/global.ts',
        },
      },
      {
        extends: 'web/vite.config.ts',
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // A window of its own for each file without reading jsdom anew: a quarter of the time.
          pool: 'vmForks',
          maxWorkers,
        },
      },
    ],
  },
})
