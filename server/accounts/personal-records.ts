/** What is known of one person, of every event: a page to read, the same as JSON, and every file. */
import type { Readable } from 'node:stream'
import { receiptName } from '#server/booking/orders.ts'
import { readablePage, type Told } from '#server/platform/files/readable.ts'
import { nameInZip, type ZipEntry } from '#server/platform/files/zip.ts'
import type { World } from '#server/world.ts'

const paisa = 100

type Telling = { [field: string]: Told }

/** The small things are read now; words and files of abstracts when their turn comes, one after another. */
export async function entriesOf(world: World, accountId: number): Promise<ZipEntry[]> {
  const { photos, ...profiles } = await profilesOf(world, accountId)
  const { receipts, orders } = await ordersOf(world, accountId)
  const versions = await versionsOf(world, accountId)
  const record = {
    account: await accountOf(world, accountId),
    ...profiles,
    orders,
    abstracts: abstractsFrom(versions),
    letters: await lettersTo(world, accountId),
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
  return { ...account, signedIn, changesOfEmail, deletion, roles, signedInAsStaff }
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
  const profiles = rows.map(({ photoKey: _where, eventId, event, ...told }) => ({
    event,
    ...told,
    photo: `photo-of-event-${eventId}.png`,
  }))
  return { photos, profiles }
}

async function ordersOf(world: World, accountId: number) {
  const rows = await world.db
    .selectFrom('orders')
    .innerJoin('applicant', 'applicant.id', 'orders.applicantId')
    .innerJoin('event', 'event.id', 'applicant.eventId')
    .leftJoin('receipt', 'receipt.orderId', 'orders.id')
    .select(['orders.id', 'paymentCode', 'state', 'total', 'currency', 'orders.createdAt', 'paidAt', 'closedAt'])
    .select(['event.name as event', 'receipt.eventId as receiptEvent', 'receipt.number', 'receipt.issuedAt'])
    .where('applicant.accountId', '=', accountId)
    .orderBy('orders.id')
    .execute()
  const workshops = await workshopsOf(
    world,
    rows.map(({ id }) => id),
  )
  const payments = await paymentsOf(
    world,
    rows.map(({ id }) => id),
  )
  const orders = rows.map(({ id, total, receiptEvent, number, issuedAt, ...order }) => ({
    ...order,
    total: total / paisa,
    receipt: receiptEvent && number ? receiptName({ eventId: receiptEvent, number }) : undefined,
    receiptIssuedAt: issuedAt,
    workshops: workshops.get(id) ?? [],
    payments: payments.get(id) ?? [],
  }))
  const receipts = orders.flatMap(({ receipt, ...order }) => (receipt ? [{ number: receipt, ...order }] : []))
  return { orders, receipts }
}

async function workshopsOf(world: World, orderIds: readonly number[]): Promise<Map<number, Telling[]>> {
  if (orderIds.length === 0) return new Map<number, Telling[]>()
  const items = await world.db
    .selectFrom('orderItem')
    .innerJoin('workshop', 'workshop.id', 'orderItem.workshopId')
    .select(['orderId', 'orderItem.topic', 'orderItem.price', 'startsAt', 'venue'])
    .where('orderId', 'in', orderIds)
    .orderBy('workshopId')
    .execute()
  const told = items.map(({ price, ...item }) => ({ ...item, price: price / paisa }))
  return withoutIds(Map.groupBy(told, ({ orderId }) => orderId))
}

async function paymentsOf(world: World, orderIds: readonly number[]): Promise<Map<number, Telling[]>> {
  if (orderIds.length === 0) return new Map<number, Telling[]>()
  const entries = await world.db
    .selectFrom('ledgerEntry')
    .select(['orderId', 'kind', 'amount', 'currency', 'gatewayReference', 'recordedAt'])
    .where('orderId', 'in', orderIds)
    .orderBy('id')
    .execute()
  const told = entries.map(({ amount, ...entry }) => ({ ...entry, amount: amount / paisa }))
  return withoutIds(Map.groupBy(told, ({ orderId }) => orderId))
}

function withoutIds<Item extends { orderId: number }>(groups: Map<number, Item[]>) {
  return new Map([...groups].map(([id, items]) => [id, items.map(({ orderId: _id, ...item }) => item)]))
}

async function versionsOf(world: World, accountId: number) {
  return world.db
    .selectFrom('abstractVersion as version')
    .innerJoin('abstract', 'abstract.id', 'version.abstractId')
    .innerJoin('applicant', 'applicant.id', 'abstract.applicantId')
    .innerJoin('event', 'event.id', 'applicant.eventId')
    .select(['abstractId', 'version.number', 'titlePlain', 'savedAt', 'fileName', 'fileKey', 'event.name as event'])
    .select(['abstract.number as submittedAs', 'status', 'currentVersion', 'submittedAt', 'removedAt', 'withdrawnAt'])
    .where('applicant.accountId', '=', accountId)
    .orderBy('abstractId')
    .orderBy('version.number')
    .execute()
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

/** That we wrote, and when. The text is not kept once a letter has gone. */
async function lettersTo(world: World, accountId: number) {
  const address = world.db.selectFrom('account').select('email').where('id', '=', accountId)
  return world.db
    .selectFrom('mail')
    .select(['subject', 'createdAt', 'sentAt'])
    .where('recipient', '=', address)
    .orderBy('id')
    .execute()
}
