import type { Config } from './kernel/settings.ts'
import type { World } from './kernel/world.ts'
/** The places outside the database that this portal writes to, looked at before it opens: whose they are, and whether they work. */
import { isUnavailable } from './platform/database/database.ts'
import { portalId } from './platform/database/portal-id.ts'
import { openFiles, filesLocation } from './platform/files/open-files.ts'
import { type Claim, claimStore, tryStore } from './platform/files/store-mark.ts'
import { Refusal } from './platform/http/refuse.ts'
import { BadConfig } from './platform/process/config.ts'

type Looking = Pick<World, 'db' | 'now' | 'log'>

/** Throws a sentence for a store that another portal uses or that does not work. One that is away for the moment is told, and used when it is back. */
export async function admitStore(world: Looking, config: Config): Promise<void> {
  try {
    const claim = await claimOf(world, config)
    await claimStore(world, claim)
    if (config.production) await tryStore(claim.files, claim.location)
  } catch (error) {
    if (isAway(error))
      return world.log.warn(
        { err: error },
        `the file store of FILES_URL is away (${filesLocation(config)}): files are refused until it is back`,
      )
    // What the database could not answer is no fault of the store.
    if (error instanceof BadConfig || isUnavailable(error)) throw error
    throw new BadConfig(`FILES_URL does not work (${filesLocation(config)}): ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

export async function claimOf(world: Looking, config: Config): Promise<Claim> {
  return {
    // Not through the ledger: a trial is no file of the portal.
    files: openFiles(config),
    portal: (await portalId(world)).id,
    location: filesLocation(config),
    address: config.PUBLIC_URL,
    mayBeEmpty: !config.FILES_URL,
  }
}

function isAway(error: unknown): boolean {
  const { cause } = error as Error
  return (error instanceof Refusal && error.code === 'unavailable') || (cause !== undefined && isAway(cause))
}
