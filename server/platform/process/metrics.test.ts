import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { delayOfEventLoop } from './metrics.ts'

test('a blocked event loop shows in its delay, and no longer once the window has passed', async () => {
  const delay = delayOfEventLoop(1500)
  await pause(50)
  for (const until = performance.now() + 1000; performance.now() < until;);
  await pause(50)

  expect(delay()).toBeGreaterThan(0.5)
  await expect.poll(delay, { timeout: 20_000 }).toBeLessThan(0.5)
})
