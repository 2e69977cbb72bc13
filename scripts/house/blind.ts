/** The border of the reviewers' side: whatever it reads comes from the schema `blind`, which has no author in it. Decision 0057 says why. */

/** What it may ask of others: the four files that were written for it, and who asks. */
const mayAsk =
  /^(?:\.\/(?!chair-)|#contract\/|#server\/platform\/|#server\/kernel\/(?:world|serve|callers|limits)\.ts$|#server\/selection\/(?:reviewers\/offers|assignment\/assignment-states|assignment\/bids|redaction\/blind-file)\.ts$)/
/** What chairs do inside a review: staff call it, and no file of the reviewers' side may use it. */
const ofChairs = /^server\/reviews\/chair-/
/** The views of `blind`, and the tables that it writes. */
const mayRead = new Set(
  'me call bidTitle criterion myField discussion myAbstract reviewedText myReview myScore otherReview remark review reviewScore reviewVersion'.split(
    ' ',
  ),
)

export function blindBorder(file: string, text: string): string[] {
  if (!file.startsWith('server/reviews/') || file.includes('.test.') || ofChairs.test(file)) return []
  const imports = [...text.matchAll(/from '([#.][^'\n]+)'/g)].map(([, from = '']) => from)
  const tables = [...text.matchAll(/\.(?:selectFrom|\w*[jJ]oin\w*|using)\(\s*((?:\[[^\]]*\])|'[^'\n]+')/g)]
    .flatMap(([, named = '']) => [...named.matchAll(/'(\w+)/g)])
    .map(([, table = '']) => table)
  const reads = [...text.matchAll(/sql(?:<[^`]*>)?`([^`]*)`/g)].filter(([, words = '']) =>
    /\b(?:from|join)\b/i.test(words),
  )
  return [
    ...imports
      .filter((from) => !mayAsk.test(from))
      .map((from) => `${file}: imports ${from}: reviewers learn nothing from it`),
    ...tables.filter((table) => !mayRead.has(table)).map((table) => `${file}: reads ${table}, which is not blind`),
    ...reads.map(() => `${file}: writes SQL that reads: the views of blind have types`),
  ]
}
