/** Letters to many, as staff write them in tests. */
import type { MailingDetail } from '#contract/mail/mailings.ts'
import type { World } from '#server/kernel/world.ts'
import { sendMailings } from '#server/mail/run-mailings.ts'
import type { StaffCaller } from './finance.ts'

type Writer = Pick<StaffCaller, 'post'>
type Wish = { subject?: string; body?: string; kind?: 'service' | 'announcement'; audience?: object }

export const words = { kind: 'service', subject: 'News of {event}', body: 'Dear {name},\n\nsee you.' } as const

export async function aDraftLetter(who: Writer, eventId: number, wish: Wish = {}): Promise<MailingDetail> {
  const { body } = await who.post('/staff/MailingSave', { eventId, audience: { filter: {} }, ...words, ...wish })
  return body.mailing as MailingDetail
}

/** With its recipients frozen. */
export async function checked(who: Writer, eventId: number, wish: Wish = {}): Promise<MailingDetail> {
  const { id: mailingId, version } = await aDraftLetter(who, eventId, wish)
  const { body, status } = await who.post('/staff/MailingCheck', { eventId, mailingId, version })
  if (status !== 200) throw new Error(`not checked: ${JSON.stringify(body)}`)
  return body.mailing as MailingDetail
}

export async function planned(who: Writer, eventId: number, wish: Wish = {}): Promise<MailingDetail> {
  const { id: mailingId, version, recipients: count } = await checked(who, eventId, wish)
  const { body, status } = await who.post('/staff/MailingSend', {
    eventId,
    mailingId,
    version,
    count,
    typedCount: count,
  })
  if (status !== 200) throw new Error(`not planned: ${JSON.stringify(body)}`)
  return body.mailing as MailingDetail
}

export async function mailingNow({ db }: World, id: number) {
  return db.selectFrom('mailing').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** As the schedule does, so many times. */
export async function runMailings(world: World, times = 1): Promise<void> {
  for (let run = 0; run < times; run += 1) await sendMailings(world)
}
