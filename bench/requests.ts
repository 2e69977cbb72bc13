/** What our own layers cost a request, against Fastify (and pg) alone. */
import { flood } from './flood.ts'
import { type Ask, inTurns, median, start } from './measure.ts'
import { setStage } from './stage.ts'

/** Two processes of one program differ by a tenth, by what their first seconds made the compiler believe: several of each are asked. */
const launches = 5
const rounds = 7
/** In seconds. Until V8 has compiled what is asked for, its compiler takes a third of the processor, and more where there is more code: a server that ran for a minute is what people meet. */
const warmUp = 5

export async function requestCost(): Promise<string[]> {
  await using stage = await setStage()
  const raw = { file: 'bench/servers/raw.ts', env: stage.env }
  const row = async (what: string, goal: number, ask: Ask) => {
    const speeds: Awaited<ReturnType<typeof inTurns>>[] = []
    for (let launch = 0; launch < launches; launch += 1) {
      await using ours = await start(stage.ours)
      await using baseline = await start(raw)
      for (const server of [baseline, ours]) await flood(server, ask, { seconds: warmUp })
      const speedOf = (server: typeof ours) => () => flood(server, ask, { seconds: 0.6 })
      speeds.push(await inTurns(rounds, { ours: speedOf(ours), baseline: speedOf(baseline) }))
    }
    const of = (key: 'ours' | 'baseline' | 'ratio') => median(speeds.map((speed) => speed[key]))
    return `${what}: ${of('ratio').toFixed(2)} of raw (goal ${goal}); ${Math.round(of('ours'))}/s against ${Math.round(of('baseline'))}/s`
  }
  return [
    await row('empty handler', 0.6, { path: '/healthz' }),
    await row('one-query handler', 0.7, { path: '/api/LastDates?EventID=1&typ=2', method: 'POST' }),
  ]
}
