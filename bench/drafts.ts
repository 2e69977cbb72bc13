/** Two drafts of the largest size, as different as drafts can be: what comparing them costs, and what visitors feel meanwhile. */
import { compare, mostLinesOfPage } from '#contract/pages/compare.ts'
import { median, p99OfOthers, percentile, start } from './measure.ts'
import { get, post, signedIn, signInByPassword } from './staff-calls.ts'
import { setStage } from './stage.ts'

const times = 1000
const goal = 10

/** The lead and five headings are lines too. */
const largest = (word: string) => ({
  lead: word,
  sections: Array.from({ length: 5 }, (_, section) => ({
    heading: `${word} ${section}`,
    paragraphs: [],
    points: Array.from(
      { length: (mostLinesOfPage - 10) / 5 },
      (_, at) => `${word} ${section} ${at}? ${'x'.repeat(400)}.`,
    ),
  })),
})

export async function comparedDrafts(): Promise<string[]> {
  const [before, after] = [largest('before'), largest('after')]
  const waits = Array.from({ length: times }, () => {
    const began = performance.now()
    compare(before, after)
    return performance.now() - began
  })
  await using stage = await setStage()
  await using server = await start({ ...stage.ours, env: { ...stage.ours.env, ...signInByPassword(stage) } })
  const owner = await signedIn(server, 'owner')
  const { version } = (await post(owner, '/staff/PageDraftSave', { page: 'faq', version: 0, body: before })) as {
    version: number
  }
  await post(owner, '/staff/PageDraftSave', { page: 'faq', version, body: after })
  const list = await get(owner, '/staff/AuditList?operation=PageDraftSave&limit=1')
  const [act] = list.rows as { id: number }[]
  const address = `http://127.0.0.1:${server.port}`
  const idle = await p99OfOthers(address, 5)
  let isOver = false
  let opened = 0
  const reading = (async () => {
    for (; !isOver; opened += 1) await get(owner, `/staff/AuditShow?id=${act?.id}`)
  })()
  const beside = await p99OfOthers(address, 10)
  isOver = true
  await reading
  return [
    `compared ${times} times: median ${median(waits).toFixed(1)} ms, p99 ${percentile(waits, 99).toFixed(1)} ms (goal ${goal})`,
    `others while the entry was opened ${opened} times in 10 s: p99 ${beside.toFixed(0)} ms, idle ${idle.toFixed(0)} ms`,
  ]
}
