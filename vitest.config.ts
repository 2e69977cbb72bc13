import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 30_000,
    // One more than there are cores: the tests that start and kill servers mostly wait.
    maxWorkers: availableParallelism() + 1,
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
        test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], environment: 'jsdom' },
      },
    ],
  },
})
