/** Statements that PostgreSQL parses and plans once for each connection, not once for each request. */
import pg from 'pg'

/** Statements of changing length (a list of any size) would fill the memory of every connection. */
const mostNames = 1000
const names = new Map<string, string>()

/** A plan for "every column" fails when an upgrade of another instance adds one; what says its columns does not. */
const everyColumn = /(^|[\s(.,"])\*(?!\))/

export class PreparingClient extends pg.Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- the eight shapes of `query` are its parent's
  override query(...asked: any[]): any {
    const [text, values, done] = asked
    // Several statements in one text have no values, and cannot be prepared.
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    if (!name) return super.query(...(asked as Parameters<pg.Client['query']>))
    return done ? super.query({ name, text, values }, done) : super.query({ name, text, values })
  }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known || undefined
  if (names.size >= mostNames) return undefined
  const name = everyColumn.test(text) ? '' : `s${names.size}`
  names.set(text, name)
  return name || undefined
}
