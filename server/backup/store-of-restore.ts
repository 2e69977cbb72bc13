/** The file store that a restore puts files into: of the same portal, or new, or marked by the empty portal that the restore replaces. */
import type pg from 'pg'
import type { PortalId } from '#server/platform/database/portal-id.ts'
import type { Files } from '#server/platform/files/files.ts'
import { type Mark, markText, ofAnother, readMark } from '#server/platform/files/store-mark.ts'
import { BackupRefused } from './refused.ts'

const location = 'The file store'

export function storeOf({ files }: { files: Files }) {
  let target: string | undefined
  let renewed: Mark | undefined
  return {
    /** Of the database that is emptied: a portal that was started once has marked the store. */
    async seeTarget(client: pg.ClientBase): Promise<void> {
      const [found] = (await client.query<{ is: boolean }>("select to_regclass('public.portal') is not null as is"))
        .rows
      if (found?.is) target ??= (await client.query<{ id: string }>('select id from public.portal')).rows[0]?.id
    },
    /** A backup of a version without marks does not say of which portal it is: the start asks then. */
    async refuseAnothers(portal: PortalId | undefined): Promise<void> {
      const mark = readMark(await files.mark.read(), location)
      if (!mark || !portal || mark.portal === portal.id) return
      if (mark.portal !== target)
        throw new BackupRefused(
          `${ofAnother(location, mark)} Set FILES_URL to a folder or bucket of this portal's own.`,
        )
      renewed = { ...mark, portal: portal.id }
    },
    /** After the rows are there for good. */
    async mark(): Promise<void> {
      if (renewed) await files.mark.write(markText(renewed))
    },
  }
}
