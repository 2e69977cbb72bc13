/** A server that is busy for a moment (503) is asked once more, by itself, where that does no harm. */
import type { Head } from '#contract/heads.ts'

/** Whoever is asked to come again much later decides for themselves. */
const longest = 5
/** All who were refused at once would come again at once. */
const spread = 1000

export const mayRepeat = ({ kind, repeatable }: Head): boolean => kind === 'read' || repeatable === true

/** `send` makes the request anew. What may have been done already, and must not be done twice, is sent once. */
export async function onceMore(send: () => Promise<Response>, isHarmless: boolean): Promise<Response> {
  const response = await send()
  const seconds = Number(response.headers.get('retry-after')) || 1
  if (response.status !== 503 || !isHarmless || seconds > longest) return response
  await new Promise((done) => setTimeout(done, seconds * 1000 + Math.random() * spread))
  return send()
}
