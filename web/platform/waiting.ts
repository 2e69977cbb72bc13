/** The line at a full server: waits until a turn is due, and tells the person that they need not do anything. Loaded when somebody waits. */
import { turnHeader, waitHeader } from '#contract/turn.ts'

/** Makes the request anew, with the turn that was kept for it. */
export type Send = (turn?: Record<string, string>) => Promise<Response>

/** Nobody waits in the line more often than this. */
const mostTurns = 5
/** In milliseconds. Of a shorter wait nobody needs to be told. */
const toldFrom = 1500

/** Sends the refused call again with its turn, until it is admitted. Gives the last answer. */
export async function inLine(refused: Response, send: Send): Promise<Response> {
  let response = refused
  for (let turns = 0; turns < mostTurns; turns += 1) {
    const { status, headers } = response
    const turn = headers.get(turnHeader)
    if (status !== 503 || !turn) break
    await untilDue(Number(headers.get(waitHeader)) || Number(headers.get('retry-after')) * 1000)
    response = await send({ [turnHeader]: turn })
  }
  return response
}

async function untilDue(milliseconds: number): Promise<void> {
  const stop = milliseconds < toldFrom ? undefined : tellOfWait(milliseconds)
  await new Promise((done) => setTimeout(done, milliseconds))
  stop?.()
}

/** Gives what takes it away again. It stands beside what React draws: whatever page waits, it stays. */
function tellOfWait(milliseconds: number): () => void {
  const end = performance.now() + milliseconds
  const region = document.createElement('output')
  region.className = 'toast-region'
  const seconds = document.createElement('span')
  // Screen readers hear the sentence once, and not again each second.
  seconds.setAttribute('aria-live', 'off')
  const count = () => {
    const left = Math.max(1, Math.ceil((end - performance.now()) / 1000))
    seconds.textContent = `${left} second${left === 1 ? '' : 's'}`
  }
  count()
  document.body.append(region)
  // A region that comes with its words is not read out.
  const say = setTimeout(() => {
    const words = document.createElement('p')
    words.className = 'toast'
    words.append('Many people are here at the moment. Your place is kept; continuing in ', seconds, '.')
    region.append(words)
  })
  const timer = setInterval(count, 250)
  return () => {
    clearTimeout(say)
    clearInterval(timer)
    region.remove()
  }
}
