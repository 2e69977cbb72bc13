/** What is known of one person, of every event: a page to read, the same as JSON, and every file. */
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { World } from '#server/kernel/world.ts'
import { readablePage } from '#server/platform/files/readable.ts'
import { nameInZip, type ZipEntry } from '#server/platform/files/zip.ts'
import { ordersGivenAway, ordersOf } from './records-of-orders.ts'
import { reviewingOf } from './records-of-reviews.ts'

/** The small things are read now; words and files of abstracts when their turn comes, one after another. */
export async function entriesOf(world: World, accountId: number): Promise<ZipEntry[]> {
  const { photos, ...profiles } = await profilesOf(world, accountId)
  const { receipts, orders } = await ordersOf(world, accountId)
  const versions = await versionsOf(world, accountId)
  const record = {
    account: await accountOf(world, accountId),
    ...profiles,
    orders,
    ordersGivenToOthers: await ordersGivenAway(world, accountId),
    abstracts: abstractsFrom(versions),
    ...(await reviewingOf(world, accountId)),
    letters: await lettersTo(world, accountId),
    notesOfTheOffice: await notesAbout(world, accountId),
    otherAddresses: await aliasesOf(world, accountId),
  }
  return [
    text('index.html', readablePage('What Colloquium knows of you', record)),
    text('data.json', `${JSON.stringify(record, null, 2)}\n`),
    ...receipts.map((receipt) =>
      text(`receipts/${receipt.number}.html`, readablePage(`Receipt ${receipt.number}`, receipt)),
    ),
    ...photos.map(({ name, key }) => file(world, name, key)),
    ...versions.map((version) => wordsEntry(world, version)),
    ...fileEntries(world, versions),
  ]
}

const text = (name: string, words: string): ZipEntry => ({ name, isPacked: false, open: async () => words })

const file = (world: World, name: string, key: string): ZipEntry => ({
  name,
  isPacked: true,
  open: () => fileWith(world, key),
})

async function fileWith(world: World, key: string): Promise<Readable | string> {
  const found = await world.files.get(key)
  if (found) return found.bytes
  world.log.error({ key }, 'a file that somebody takes along is missing')
  return 'This file is missing. Please tell the conference office.'
}

async function accountOf(world: World, accountId: number) {
  const account = await world.db
    .selectFrom('account')
    .select(['email', 'fullName', 'createdAt', 'verifiedAt', 'passwordChangedAt'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const signedIn = await world.db
    .selectFrom('session')
    .select(['device', 'createdAt as signedInAt', 'lastSeenAt'])
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute()
  const changesOfEmail = await world.db
    .selectFrom('emailChange')
    .select(['oldEmail', 'newEmail', 'askedAt', 'changedAt', 'undoneAt'])
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute()
  const deletion = await world.db
    .selectFrom('closure')
    .select(['askedAt', 'dueAt', 'keepsAbstracts'])
    .where('accountId', '=', accountId)
    .execute()
  const roles = await world.db
    .selectFrom('staffGrant')
    .leftJoin('event', 'event.id', 'eventId')
    .select(['role', 'event.name as event', 'grantedAt', 'revokedAt'])
    .where('accountId', '=', accountId)
    .orderBy('staffGrant.id')
    .execute()
  const signedInAsStaff = await world.db
    .selectFrom('staffSession')
    .select(['device', 'createdAt as signedInAt', 'lastSeenAt'])
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute()
  const passkeys = await world.db
    .selectFrom('passkey')
    .select(['name', 'createdAt', 'usedAt'])
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute()
  const announcementsRefused = await world.db
    .selectFrom('announcementRefusal')
    .select(['refusedAt', 'way'])
    .where('accountId', '=', accountId)
    .execute()
  return { ...account, announcementsRefused, signedIn, changesOfEmail, deletion, roles, signedInAsStaff, passkeys }
}

async function profilesOf(world: World, accountId: number) {
  const rows = await world.db
    .selectFrom('profile')
    .innerJoin('applicant', 'applicant.id', 'profile.applicantId')
    .innerJoin('event', 'event.id', 'applicant.eventId')
    .selectAll('profile')
    .select(['event.name as event', 'event.id as eventId'])
    .where('applicant.accountId', '=', accountId)
    .orderBy('event.id')
    .execute()
  const photos = rows.map(({ eventId, photoKey }) => ({ name: `photo-of-event-${eventId}.png`, key: photoKey }))
  const profiles = rows.map(({ photoKey: _where, photoSha256: _sum, eventId, event, ...told }) => ({
    event,
    ...told,
    photo: `photo-of-event-${eventId}.png`,
  }))
  return { photos, profiles }
}

async function versionsOf(world: World, accountId: number) {
  return (
    world.db
      .selectFrom('abstractVersion as version')
      .innerJoin('abstract', 'abstract.id', 'version.abstractId')
      .innerJoin('applicant', 'applicant.id', 'abstract.applicantId')
      .innerJoin('event', 'event.id', 'applicant.eventId')
      .select(['abstractId', 'version.number', 'titlePlain', 'savedAt', 'fileName', 'fileKey', 'event.name as event'])
      .select(['abstract.number as submittedAs', 'currentVersion', 'submittedAt', 'removedAt', 'withdrawnAt'])
      // As its author reads it: a decision that can still be taken back is not told.
      .select(
        sql<string>`case when tells_at > ${world.now()} then told_before ->> 'status' else status end`.as('status'),
      )
      .where('applicant.accountId', '=', accountId)
      .orderBy('abstractId')
      .orderBy('version.number')
      .execute()
  )
}
type Version = Awaited<ReturnType<typeof versionsOf>>[number]

function abstractsFrom(versions: readonly Version[]) {
  return [...Map.groupBy(versions, ({ abstractId }) => abstractId)].map(([abstractId, all]) => {
    const counts = all.find(({ number, currentVersion }) => number === currentVersion) ?? (all[0] as Version)
    const { event, titlePlain, status, submittedAs, submittedAt, removedAt, withdrawnAt } = counts
    return {
      title: titlePlain,
      event,
      status: status || 'Draft',
      number: submittedAs,
      submittedAt,
      removedAt,
      withdrawnAt,
      folder: `abstracts/${abstractId}`,
      versions: all.map(({ number, savedAt, fileName }) => ({ version: number, savedAt, file: fileName })),
    }
  })
}

function wordsEntry(world: World, { abstractId, number }: Version): ZipEntry {
  const name = `abstracts/${abstractId}/version-${number}.json`
  return { name, isPacked: false, open: () => wordsOf(world, { abstractId, number }) }
}

/** A version that brought no file of its own has that of an earlier one, which is taken along once. */
function fileEntries(world: World, versions: readonly Version[]): ZipEntry[] {
  const first = new Map<string, Version>()
  for (const version of versions) if (!first.has(version.fileKey)) first.set(version.fileKey, version)
  return [...first.values()].map(({ abstractId, number, fileName, fileKey }) =>
    file(world, `abstracts/${abstractId}/version-${number} ${nameInZip(fileName)}`, fileKey),
  )
}

async function wordsOf(world: World, { abstractId, number }: { abstractId: number; number: number }): Promise<string> {
  const version = await world.db
    .selectFrom('abstractVersion')
    .select([
      'title',
      'background',
      'material',
      'results',
      'discussion',
      'abstractType',
      'words',
      'fileName',
      'isAside',
      'isLate',
      'savedAt',
    ])
    .where('abstractId', '=', abstractId)
    .where('number', '=', number)
    .executeTakeFirst()
  return `${JSON.stringify(version ?? {}, null, 2)}\n`
}

/** What staff wrote down about them, without who wrote it. */
async function notesAbout(world: World, accountId: number) {
  return world.db
    .selectFrom('personNote')
    .innerJoin('event', 'event.id', 'eventId')
    .select(['event.name as event', 'words', 'changedAt'])
    .where('accountId', '=', accountId)
    .where('removedAt', 'is', null)
    .orderBy('personNote.id')
    .execute()
}

/** Of accounts that became part of this one. */
async function aliasesOf(world: World, accountId: number) {
  return world.db.selectFrom('accountAlias').select('emailKey as address').where('accountId', '=', accountId).execute()
}

/** That we wrote, and when. The text is not kept once a letter has gone. */
async function lettersTo(world: World, accountId: number) {
  const address = world.db.selectFrom('account').select('email').where('id', '=', accountId)
  return world.db
    .selectFrom('mail')
    .select(['subject', 'createdAt', 'sentAt'])
    .where((row) => row.or([row('recipient', '=', address), row('accountId', '=', accountId)]))
    .orderBy('id')
    .execute()
}
