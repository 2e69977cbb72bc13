/** Text without what nobody sees: the browser takes it out as it is typed, the server again. No zod here: the browser loads this file. */

/** Steers a machine, shows nothing, turns the reading order, or is no character. The two joiners are looked at on their own. */
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\ufffe\uffff]/u
const lineEnd = /[\t\n\v\f\r\u0085\u2028\u2029]/
const joiner = /\u200c|\u200d/
/** Chooses between two shapes of the character before it. */
const variation = /\p{Variation_Selector}/u

/** Letters and marks of scripts in which a joiner between two of them changes how a word is written. */
const joins =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u
const letter = /[\p{L}\p{M}]/u

type Shape = 'one line' | 'lines'

/** While somebody types: a joiner at the end may still get its next letter, and a blank its next word. */
export function plainAsTyped(text: string, shape: Shape = 'one line'): string {
  const kept: string[] = []
  for (const character of text.replaceAll('\r\n', '\n')) {
    const before = kept.at(-1) ?? ''
    if (shape === 'lines' && character === '\n') dropJoiner(kept).push(character)
    else if (lineEnd.test(character)) dropJoiner(kept).push(' ')
    else if (joiner.test(character)) {
      if (isJoining(before)) kept.push(character)
    } else if (variation.test(character)) {
      if (before !== '' && !/\s/.test(before)) kept.push(character)
    } else if (!unseen.test(character)) {
      if (!isJoining(character)) dropJoiner(kept)
      kept.push(character)
    }
  }
  return kept.join('')
}

/** As it is kept: nothing unseen, and no blanks around it. */
export function plainText(text: string, shape: Shape = 'one line'): string {
  return dropJoiner(Array.from(plainAsTyped(text, shape)))
    .join('')
    .trim()
}

const isJoining = (character: string): boolean => joins.test(character) && letter.test(character)

function dropJoiner(kept: string[]): string[] {
  if (joiner.test(kept.at(-1) ?? '')) kept.pop()
  return kept
}

/** Any of it that is not a joiner, for pieces of a text whose neighbours are not known. */
export function withoutUnseen(piece: string): string {
  return Array.from(piece)
    .map((character) => (lineEnd.test(character) ? ' ' : character))
    .filter((character) => joiner.test(character) || variation.test(character) || !unseen.test(character))
    .join('')
}
