/** Counting and searching in words. */

const names = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve']

/** `Eleven disciplines`; above twelve, figures */
export const countInWords = (count: number, one: string): string =>
  `${names[count] ?? count} ${count === 1 ? one : `${one}s`}`

/** `3 hours` */
export const countOf = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`

/** Letters and digits only, without case and accents, so that "Résumé" and "resume" are one word. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(Boolean)

/** Every word looked for is somewhere in the text, in any order. */
export function matches(query: string, text: string): boolean {
  const folded = wordsOf(text).join(' ')
  return wordsOf(query).every((wanted) => folded.includes(wanted))
}
