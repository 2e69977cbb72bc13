/** Whatever costs the server something is counted for each person, and one too many is refused before it is done. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { keyOf } from '#server/platform/security/rate-limits.ts'
import { send, sendPiece, withThemes } from '#server/testing/abstracts.ts'
import { askAs, portalWithAccount } from '#server/testing/account.ts'
import { ask, get } from '#server/testing/payers.ts'
import { call } from '#server/testing/people.ts'
import { photo } from '#server/testing/pictures.ts'
import { sendProfile } from '#server/testing/profiles.ts'
import { limits } from './limits.ts'

type Portal = Awaited<ReturnType<typeof portalWithAccount>>
type Route = (portal: Portal) => Promise<{ http: number }>
type OfAccount = Exclude<
  Extract<keyof typeof limits, `${string}OfAccount`>,
  'loginOfAccount' | 'consoleOfAccount' | 'cardFactorOfAccount'
>

const asked: (name: string, body?: object) => Route =
  (name, body = {}) =>
  ({ app, sana }) =>
    askAs(app, name, { token: sana.token, password: sana.password, ...body })

/** Somebody who reviews; that there is nothing for them at this number is also an answer. */
const reviewing =
  (name: string, body: object): Route =>
  async ({ app, world, sana, eventId }) => {
    const now = world.now()
    const invited = { email: sana.email, emailKey: sana.email, invitedAt: now, expiresAt: now }
    await world.db
      .insertInto('reviewer')
      .values({ eventId, accountId: sana.accountId, state: 'active', ...invited })
      .onConflict((same) => same.doNothing())
      .execute()
    return call(app, name, { token: sana.token, assignmentId: 1, ...body })
  }

/** Signing in has tests of its own: it is counted by address and browser. So have the codes of the card. */
const routes: Record<OfAccount, Route> = {
  pictureOfAccount: async ({ app, sana }) => sendProfile(app, { token: sana.token, picture: await photo() }),
  seatsOfAccount: ({ app, sana }) => call(app, 'SeatAvailable', { token: sana.token, workshopID: 1 }),
  paymentsOfAccount: ({ app, sana }) => ask(app, 'initiatePayment', { token: sana.token, orderID: 'A' }),
  bankQuestionsOfAccount: ({ app, sana }) => ask(app, 'AskBank', { token: sana.token, PaymentCode: 'A' }),
  saveOfAccount: ({ app, sana }) => send(app, { token: sana.token }),
  pieceOfAccount: async ({ app, sana }) => {
    const file = { FileName: 'a.txt', FileSize: 7, FileKey: randomUUID() }
    const { UploadID } = await call(app, 'UploadBegin', { token: sana.token, ...file })
    return sendPiece(app, sana.token, { uploadId: String(UploadID), offset: 0, bytes: Buffer.from('a piece') })
  },
  passwordOfAccount: asked('EndOtherSessions'),
  emailChangeOfAccount: asked('AskEmailChange', { email: 'new@example.org' }),
  copyOfAccount: asked('AskDataCopy'),
  closureOfAccount: asked('CloseAccount', { keepsAbstracts: true }),
  reviewReadsOfAccount: reviewing('ReviewOpen', {}),
  reviewSavesOfAccount: reviewing('ReviewSave', { version: 0, saveKey: 'a-first-save' }),
  reviewChangesOfAccount: reviewing('ReviewDecline', { reason: 'time' }),
  bidsOfAccount: reviewing('BidSave', { titleId: 'a'.repeat(32), bid: 1 }),
  remarksOfAccount: reviewing('RemarkAdd', { text: 'I agree.' }),
  readOfAccount: async ({ app, sana }) => ({ http: (await get(app, '/api/GetAbstracts', sana.token)).statusCode }),
}

test.each(Object.entries(routes) as [OfAccount, Route][])(
  '%s: the last one that is allowed passes, the next is refused',
  async (name, route) => {
    const portal = await portalWithAccount()
    const { world, sana, eventId } = portal
    await withThemes(world, eventId)
    const limit = limits[name]
    const resetsAt = new Date(world.now().getTime() + limit.seconds * 1000)
    const countedTo = (hits: number) =>
      sql`insert into attempt values (${keyOf({ limit, of: String(sana.accountId) })}, ${hits}, ${resetsAt})
      on conflict (key) do update set hits = excluded.hits`.execute(world.db)

    await countedTo(limit.hits - 1)
    expect((await route(portal)).http).not.toBe(429)
    await countedTo(limit.hits)
    expect((await route(portal)).http).toBe(429)
  },
)
