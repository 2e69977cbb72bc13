/** Letters as the metrics tell them, in one question. */
import { sql } from 'kysely'
import { wasCancelled } from '#server/kernel/outbox/outcome.ts'
import type { World } from '#server/kernel/world.ts'
import type { Figure } from '#server/platform/process/metrics.ts'

export type MailState = {
  waiting: number
  since: Date | null
  /** Of those that wait, the ones that wait for a person. */
  held: number
  /** Of those that wait, the ones whose last try failed because the mail server refused our account or settings. */
  notAccepted: number
  /** What it answered to the newest of them. */
  answer: string | null
  givenUp: number
  givenUpLately: number
}

export async function mailState({ db, now }: Pick<World, 'db' | 'now'>): Promise<MailState> {
  const dayAgo = new Date(now().getTime() - 86_400_000)
  const { rows } = await sql<MailState>`
    select waiting.*, given_up.*
    from (select count(*) as waiting, min(created_at) as since, count(*) filter (where held_at is not null) as held,
        count(*) filter (where cause = 'not_accepted') as not_accepted,
        (array_agg(last_error order by id desc) filter (where cause = 'not_accepted'))[1] as answer
      from mail where sent_at is null and given_up_at is null) as waiting,
      (select count(*) as given_up, count(*) filter (where given_up_at > ${dayAgo}) as given_up_lately
      from mail where given_up_at is not null and not ${wasCancelled}) as given_up`.execute(db)
  return rows[0] as MailState
}

export async function mailFigures({ db, now }: Pick<World, 'db' | 'now'>): Promise<Figure[]> {
  const { waiting, since, notAccepted, givenUp } = await mailState({ db, now })
  return [
    { name: 'colloquium_mail_waiting', help: 'Letters that are not sent yet', values: waiting },
    {
      name: 'colloquium_mail_oldest_seconds',
      help: 'How long the oldest of them has been waiting',
      values: since ? Math.max(0, (now().getTime() - since.getTime()) / 1000) : 0,
    },
    {
      name: 'colloquium_mail_not_accepted',
      help: 'Emails that wait because the mail server refuses our account or settings',
      values: notAccepted,
    },
    { name: 'colloquium_mail_given_up_total', help: 'Letters that could not be sent', values: givenUp },
  ]
}
