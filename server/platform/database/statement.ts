/** A statement that is written once and asked with other values each time, for what very many requests ask: see docs/decisions/0024. */
import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './database.ts'

/** Stands in a statement where a value will be. Whoever writes the statement only puts it there. */
class Blank {
  readonly name: string | symbol
  constructor(name: string | symbol) {
    this.name = name
  }
  [Symbol.toPrimitive](): never {
    throw new TypeError(`${String(this.name)} has no value while its statement is written`)
  }
  toJSON(): never {
    return this[Symbol.toPrimitive]()
  }
}

const blanks = new Proxy(
  {},
  {
    get: (_, name) => new Blank(name),
    ownKeys: () => {
      throw new TypeError('the values of a statement are named one by one while it is written')
    },
  },
)

/** `write` is called once, with blanks for `Values`, and must not depend on them. It asks for rows: what only changes gives none. */
export function statement<Tables, Values extends object, Row>(
  write: (db: Database<Tables>, values: Values) => Compilable<Row>,
): (db: Database<Tables>, values: Values) => Promise<Row[]> {
  let written: CompiledQuery<Row> | undefined
  return async (db, values) => {
    written ??= write(db, blanks as Values).compile()
    const valueOf = (each: unknown) => (each instanceof Blank ? values[each.name as keyof Values] : each)
    const filled: CompiledQuery<Row> = { ...written, parameters: written.parameters.map(valueOf) }
    return (await db.executeQuery(filled)).rows
  }
}
