import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

/** A machine that runs all tests at once is slow, not wrong. Whoever runs a few of them wants to hear soon that one hangs. */
const runsAll = Boolean(process.env.CI ?? process.env.TEST_WHOLE)

/** A server in production makes its database anew: begun last, it would keep a whole machine waiting. */
const first = 'second-factor.test.ts'

export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'first', testMatch: first },
    { name: 'then', testMatch: '*.test.ts', testIgnore: first },
  ],
  globalSetup: './e2e/prepare.ts',
  timeout: runsAll ? 600_000 : 180_000,
  expect: { timeout: runsAll ? 60_000 : 30_000 },
  fullyParallel: true,
  // Each has a browser and a portal with a database of its own, and waits for one of them a third of its time.
  workers: Math.min(availableParallelism() + 1, 4),
  retries: 0,
  forbidOnly: true,
  outputDir: 'test-results/browser',
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
    },
    timezoneId: 'Asia/Karachi',
    trace: 'off',
    // Drawing what moves takes a fifth of the time. The journeys through the workshops keep it, as most people do.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
