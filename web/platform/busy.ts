/** A server that is busy for a moment (503) is asked once more, by itself, where that does no harm; where it keeps a place in the line, when that place is due. */
import type { Head } from '#contract/heads.ts'
import { placeHeader, waitHeader } from '#contract/place.ts'

/** Whoever is asked to come again much later decides for themselves. */
const longest = 5
/** All who were refused at once would come again at once. */
const spread = 1000

export const mayRepeat = ({ kind, repeatable }: Head): boolean => kind === 'read' || repeatable === true

/** Nobody waits in the line more often than this. */
const mostPlaces = 5
/** In milliseconds. Of a shorter wait nobody needs to be told. */
const toldFrom = 1500

/** `send` makes the request anew. What may have been done already, and must not be done twice, is sent once: what was refused with a place was not begun. */
export async function onceMore(
  send: (place?: Record<string, string>) => Promise<Response>,
  isHarmless: boolean,
): Promise<Response> {
  let response = await send()
  for (let tries = 1; response.status === 503; tries += 1) {
    const { headers } = response
    const place = headers.get(placeHeader)
    const seconds = Number(headers.get('retry-after')) || 1
    if (place ? tries > mostPlaces : tries > 1 || !isHarmless || seconds > longest) break
    if (place) await inLine(Number(headers.get(waitHeader)) || seconds * 1000)
    else await pause(seconds * 1000 + Math.random() * spread)
    response = await send(place ? { [placeHeader]: place } : {})
  }
  return response
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

async function inLine(milliseconds: number): Promise<void> {
  const telling = milliseconds < toldFrom ? undefined : import('./waiting.ts').then((it) => it.tellOfWait(milliseconds))
  await pause(milliseconds)
  // Without the sentence the wait is the same.
  telling?.then((stop) => stop()).catch(() => {})
}
