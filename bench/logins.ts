/** Logins against what the machine could hash if it did nothing else, and what they do to everybody else. */
import { availableParallelism } from 'node:os'
import { hash } from '@node-rs/argon2'
import { argon2id } from '#server/platform/security/passwords.ts'
import { flood } from './flood.ts'
import { type Ask, inTurns, p99OfOthers, type Running, start } from './measure.ts'
import { password, signedInPeople } from './people.ts'
import { setStage } from './stage.ts'

const people = 2000

export async function logins(): Promise<string[]> {
  await using stage = await setStage()
  await signedInPeople(stage, people)
  await using server = await start(stage.ours)
  const url = `http://127.0.0.1:${server.port}`
  // A login is a long way through our code, and is compiled late.
  await loginsPerSecond(server, 6)
  const { ours, baseline, ratio } = await inTurns(8, {
    ours: () => loginsPerSecond(server, 3),
    baseline: () => ceiling(2),
  })
  const others = await inTurns(5, {
    baseline: () => p99OfOthers(url, 3),
    ours: async () => (await Promise.all([p99OfOthers(url, 3), loginsPerSecond(server, 3)]))[0],
  })
  return [
    `logins: ${ratio.toFixed(2)} of the argon2 ceiling (goal 0.7); ${ours.toFixed(0)}/s against ${baseline.toFixed(0)}/s`,
    `others meanwhile: p99 ${others.ratio.toFixed(1)} times idle (goal 3); ${others.ours.toFixed(1)} ms against ${others.baseline.toFixed(1)} ms`,
  ]
}

/**
 * Cores divided by the processor seconds of one hash, while every core hashes: they share the way to the memory, which is what argon2 is made to
 * use up, so that a hash on a machine that does nothing else tells of a speed that no machine reaches.
 */
async function ceiling(seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000
  const before = process.cpuUsage()
  let done = 0
  const one = async () => {
    for (; performance.now() < until; done += 1) await hash(password, argon2id)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, one))
  const { user, system } = process.cpuUsage(before)
  return (availableParallelism() * done * 1e6) / (user + system)
}

function loginsPerSecond(server: Running, seconds: number): Promise<number> {
  const asks = Array.from({ length: people }, (_, at): Ask => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${at % 250}.${at % 240}` }
    const body = JSON.stringify({ UserID: `p${at + 1}@example.org`, Password: password })
    return { path: '/api/Login', method: 'POST', headers, body }
  })
  return flood(server, asks, { seconds, connections: 16 })
}
