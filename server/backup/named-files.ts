/** The files that rows name. What is kept for an hour (exports) or a day (pieces of an upload) is in no backup. */

/** In this order: a picture may be replaced while the backup is made, the file of an abstract never is. */
export const namedFiles = [
  { table: 'profile', column: 'photo_key' },
  { table: 'abstract_version', column: 'file_key' },
  { table: 'asset', column: 'file_key' },
  { table: 'offline_payment', column: 'photo_key' },
  { table: 'redaction', column: 'file_key' },
] as const

export const keptKinds = ['photos', 'abstracts', 'pictures', 'drafts', 'blind'] as const

/** Where keys stand that are no part of a backup. */
export const passingFiles = ['upload_piece.file_key', 'export_file.file_key'] as const

/** What erase_person() writes for an abstract whose author is gone. */
const erased = `abstracts/00/${'0'.repeat(30)}`

/** Of these tables: a database that an older version made does not have all of them. */
export const namedKeysIn = (tables: readonly string[]): string =>
  namedFiles
    .filter(({ table }) => tables.includes(table))
    .map(({ table, column }) => keysOf(table, column))
    .join(' union ')

const keysOf = (table: string, column: string) => `select ${column} as key from ${table} where ${column} <> '${erased}'`

/** Of files that live for an hour or a day. */
export const everyPassingKey = passingFiles
  .map((name) => keysOf(...(name.split('.') as [string, string])))
  .join(' union ')

export const everyNamedKey = namedKeysIn(namedFiles.map(({ table }) => table))
