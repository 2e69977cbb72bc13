/** A server that is busy for a moment (503) is asked once more, by itself, where that does no harm; where it keeps a turn in the line, when that turn is due. */
import type { Sent } from '#contract/heads.ts'
import { turnHeader } from '#contract/turn.ts'
import type { Send } from './waiting.ts'

/** Whoever is asked to come again much later decides for themselves. */
const longest = 5
/** All who were refused at once would come again at once. */
const spread = 1000

export const mayRepeat = ({ kind, repeatable }: Sent): boolean => kind === 'read' || repeatable === true

/** What may have been done already, and must not be done twice, is sent once: what was refused with a turn was not begun. */
export async function onceMore(send: Send, isHarmless: boolean): Promise<Response> {
  const response = await send()
  if (response.status !== 503) return response
  if (response.headers.has(turnHeader))
    return import('./waiting.ts').then(
      (line) => line.inLine(response, send),
      () => response,
    )
  const seconds = Number(response.headers.get('retry-after')) || 1
  if (!isHarmless || seconds > longest) return response
  await new Promise((done) => setTimeout(done, seconds * 1000 + Math.random() * spread))
  return send()
}
