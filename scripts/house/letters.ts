/** An email is about what its keys name (`server/kernel/outbox/kinds.ts`). A text that names it is no key: no constraint holds it, and a missing match is silent. */

/** The column that held such a text until 0127. Migrations and the test of that migration may name it. */
const oldColumn = [
  /\bmail\.about\b/,
  /\babout (?:not )?(?:like|ilike|in \(|is null|is not null)|\babout !?~/,
  /\b(?:where|and|or|on|not) about (?:=|<>)/,
  /\b(?:substring|split_part|regexp_\w+)\(about\b/,
  /\.(?:where|select|innerJoin|leftJoin)\(\[?'about'/,
  /\binsert into mail \([^)]*\babout\b/,
  /\bmail set about\b/,
]
/** Part of a kind, or words that staff can change. */
const words = [
  /\bmail\.(?:kind|subject|body_text) (?:not )?(?:like|ilike|!?~)/,
  /\.where\('mail\.(?:kind|subject|bodyText)', '(?:like|ilike|~)'/,
]
const mayNameTheText = ['server/kernel/outbox/kinds.test.ts', 'scripts/house/letters.ts', 'scripts/check-house.test.ts']

export function lettersByText(file: string, text: string): string[] {
  if (
    !/\.(?:ts|tsx|sql)$/.test(file) ||
    file.startsWith('server/database/migrations/') ||
    mayNameTheText.includes(file)
  )
    return []
  return [...oldColumn, ...words].flatMap((pattern) => {
    const found = pattern.exec(text)
    return found ? [`${file}: "${found[0]}" compares an email by text; compare its kind and its keys`] : []
  })
}
