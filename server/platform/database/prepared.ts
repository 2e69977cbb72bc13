/** Statements that PostgreSQL parses and plans once for each connection, not once for each request. */
import pg from 'pg'

/** Statements of changing length (a list of any size) would fill the memory of a connection. */
const mostNames = 1000

/** A plan for "every column" fails when an upgrade of another instance adds one; what says its columns does not. */
const everyColumn = /(^|[\s(.,"])\*(?!\))/

export class PreparingClient extends pg.Client {
  /** An empty name is that of a statement which is not prepared. */
  readonly #names = new Map<string, string>()

  // oxlint-disable-next-line typescript/no-explicit-any -- the eight shapes of `query` are its parent's
  override query(...asked: any[]): any {
    const [text, values, done] = asked
    // Several statements in one text have no values, and cannot be prepared.
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? this.#nameOf(text) : ''
    if (!name) return super.query(...(asked as Parameters<pg.Client['query']>))
    return done ? super.query({ name, text, values }, done) : super.query({ name, text, values })
  }

  #nameOf(text: string): string {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= mostNames) return ''
    const name = everyColumn.test(text) ? '' : `s${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}
