/** Text without what nobody sees: the browser takes it out as it is typed, the server again. No zod here: the browser loads this file. */

const lineEnds = /\r\n|[\t\v\f\r\u0085\u2028\u2029]/g
/** Steers a machine, shows nothing, turns the reading order, or is no character. Joiners are looked at on their own. */
const unseen = /(?!\n|\u200c|\u200d)[\p{Cc}\p{Cs}\p{DI}\u2800\ufff9-\ufffb\ufffe\uffff]/gu
const joiners = /(?:\u200c|\u200d)+/g
/** Of the scripts in which a joiner changes how a word is written: Arabic to Sinhala, Myanmar, Khmer, Mongolian, and Arabic in print. */
const joiningLetter = /(?=[\u0600-\u0dff\u1000-\u109f\u1780-\u18af\ufb50-\ufefc])[\p{L}\p{M}]/u

type Shape = 'one line' | 'lines'

/** With its joiners, for a part of a text whose neighbours are not known. */
export function withoutUnseen(text: string, shape: Shape = 'one line'): string {
  const seen = text.replace(lineEnds, '\n').replace(unseen, '')
  return shape === 'lines' ? seen : seen.replaceAll('\n', ' ')
}

/** While somebody types: a joiner at the end may still get its next letter, and a blank its next word. */
export function plainAsTyped(text: string, shape?: Shape): string {
  return withoutUnseen(text, shape).replace(joiners, (run, at: number, whole: string) => {
    const next = at + run.length
    const joins = [at - 1, next].every(
      (position) => position === whole.length || joiningLetter.test(whole.charAt(position)),
    )
    return joins ? run.charAt(0) : ''
  })
}

/** As it is kept: nothing unseen, and no blanks around it. */
export function plainText(text: string, shape?: Shape): string {
  // Before a blank a joiner joins nothing.
  return plainAsTyped(`${text} `, shape).trim()
}
