import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { engineFlags } from './engine.ts'

test('what a rush has filled is given back to the system once the process rests', () => {
  const script = `
    import { setTimeout as pause } from 'node:timers/promises'
    import { giveBackAtRest } from ${JSON.stringify(new URL('./engine.ts', import.meta.url).href)}
    const megabytes = () => Math.round(process.memoryUsage.rss() / 1_048_576)
    const before = megabytes()
    giveBackAtRest(200)
    let kept = Array.from({ length: 1_500_000 }, (_, at) => ({ at, words: 'w' + at }))
    const most = megabytes()
    kept = kept.length
    for (let tries = 0; tries < 300 && megabytes() > before + 60; tries += 1) await pause(100)
    console.log(JSON.stringify([most - before, megabytes() - before]))`
  const words = [...engineFlags, '--input-type=module', '-e', script]
  const [grown, left] = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })) as [number, number]
  expect(grown).toBeGreaterThan(100)
  expect(left).toBeLessThan(60)
})
