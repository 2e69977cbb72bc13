/** What our own layers cost a request, against Fastify (and pg) alone. */
import { type Ask, compare } from './measure.ts'
import { setStage } from './stage.ts'

export async function requestCost(): Promise<string[]> {
  await using stage = await setStage()
  const contenders = [{ name: 'raw', file: 'bench/servers/raw.ts', env: stage.env }, stage.ours]
  const row = async (what: string, goal: number, ask: Ask) => {
    const speeds = await compare(contenders, ask)
    const [raw, ours] = [speeds.get('raw'), speeds.get('ours')]
    if (!raw || !ours) throw new Error('a contender is missing')
    const ratio = ours.perSecond / raw.perSecond
    return `${what}: ${ratio.toFixed(2)} of raw (goal ${goal}); ${Math.round(ours.perSecond)}/s against ${Math.round(raw.perSecond)}/s; processor ${ours.cpuMicroseconds.toFixed(0)} against ${raw.cpuMicroseconds.toFixed(0)} microseconds`
  }
  return [
    await row('empty handler', 0.85, { path: '/healthz' }),
    await row('one-query handler', 0.8, { path: '/api/LastDates?EventID=1&typ=2', method: 'POST' }),
  ]
}
