/** Everything that we know of a person, for them to take along. */
import { Readable } from 'node:stream'
import { type AskDataCopy, wrongPassword } from '#contract/accounts/account-changes.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { logged } from '#server/accounts/account.ts'
import { lockProven, type OwnProof, proveOwner } from '#server/accounts/sign-in/card-proof.ts'
import type { Person } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import { type ZipEntry, zipOf } from '#server/platform/files/zip.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { turnsOf } from '#server/platform/process/turns.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { hashToken, newToken } from '#server/platform/security/tokens.ts'
import { entriesOf } from './personal-records.ts'

/** The key is for a browser that asks at once. */
const keyLives = 60_000
/** Five hundred megabytes over a slow line. */
const mayTake = 2 * 3_600_000
/** More reading at once would slow down people who only want a page. A turn is one read: a copy that its reader does not take holds none. */
const inTurn = turnsOf(4)

export async function askDataCopy(world: World, caller: Person, shown: OwnProof): Promise<ReplyOf<typeof AskDataCopy>> {
  const { accountId } = caller
  const told = <const Outcome extends string>(outcome: Outcome) =>
    logged(world, accountId, { event: 'copy-ask', outcome })
  const proven = await proveOwner(world, caller, shown)
  if ('status' in proven) return { ...proven, status: told(proven.status) }
  const { token: key, hash } = newToken()
  const isMine = await inTransaction(world, async (world) => {
    if (!(await lockProven(world, accountId, proven))) return undefined
    return reserve(world, accountId, hash)
  })
  if (isMine === undefined) return { status: told(wrongPassword) }
  if (!isMine) return { status: told('Another copy is on its way') }
  await count(world, limits.copyOfAccount, String(accountId))
  return { status: told('Success'), key }
}

/** One at a time for each person. One that was asked for and never begun gives way, and so does one whose server was killed. */
async function reserve(world: World, accountId: number, keyHash: Buffer): Promise<boolean> {
  const now = world.now()
  const fresh = { keyHash, begunAt: null, endsAt: new Date(now.getTime() + keyLives) }
  const { numInsertedOrUpdatedRows } = await world.db
    .insertInto('dataCopy')
    .values({ accountId, ...fresh })
    .onConflict((same) =>
      same
        .column('accountId')
        .doUpdateSet(fresh)
        .where((row) => row.or([row('dataCopy.begunAt', 'is', null), row('dataCopy.endsAt', '<=', now)])),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The archive, for whoever has the key. A key that is used twice at once begins one copy. */
export async function dataCopy(world: World, key: string) {
  const keyHash = hashToken(key)
  const now = world.now()
  const begun = await world.db
    .updateTable('dataCopy')
    .set({ begunAt: now, endsAt: new Date(now.getTime() + mayTake) })
    .where('keyHash', '=', keyHash)
    .where('begunAt', 'is', null)
    .where('endsAt', '>', now)
    .returning('accountId')
    .executeTakeFirst()
  if (!begun)
    return refuse('not_found', { sentence: 'This download no longer works. Please ask for it again on your profile.' })
  const finish = () => {
    world.db
      .deleteFrom('dataCopy')
      .where('keyHash', '=', keyHash)
      .execute()
      .catch((error: unknown) => {
        world.log.warn({ err: error }, 'a copy has ended and could not say so')
      })
  }
  try {
    const entries = await inTurn(() => entriesOf(world, begun.accountId))
    const archive = zipOf(entries.map(readInTurns), { within: mayTake, now, log: world.log })
    archive.once('close', finish)
    return archive
  } catch (error) {
    finish()
    throw error
  }
}

function readInTurns(entry: ZipEntry): ZipEntry {
  const open = async () => {
    const opened = await inTurn(entry.open)
    return typeof opened === 'string' ? opened : Readable.from(chunksOf(opened))
  }
  return { ...entry, open }
}

async function* chunksOf(file: Readable): AsyncGenerator<Buffer> {
  const chunks = file[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>
  try {
    for (;;) {
      const { value, done } = await inTurn(() => chunks.next())
      if (done) return
      yield value
    }
  } finally {
    file.destroy()
  }
}
