/** Letters in words: whom one is for, why somebody gets none, and where it stands. */
import { grouped } from '#contract/money.ts'
import type { Ask, Reply } from '#web/console/call.ts'

export type Mailing = Reply<'MailingShow'>['mailing']
export type Audience = Ask<'MailingSave'>['audience']
export type Filter = NonNullable<Audience['filter']>
export type Counted = Reply<'SegmentCount'>

/** A condition as it is chosen: the name of a filter and its value. */
export type Condition = { name: Exclude<keyof Filter, 'not'>; value: string; words: string; turned: string }

export const conditions: readonly Condition[] = [
  {
    name: 'abstract',
    value: 'draft',
    words: 'Has an abstract that is a draft',
    turned: 'Has no abstract that is a draft',
  },
  { name: 'abstract', value: 'submitted', words: 'Has a submitted abstract', turned: 'Has no submitted abstract' },
  {
    name: 'abstract',
    value: 'under_review',
    words: 'Has an abstract under review',
    turned: 'Has no abstract under review',
  },
  {
    name: 'abstract',
    value: 'revision_asked',
    words: 'Has an abstract with a revision requested',
    turned: 'Has no abstract with a revision requested',
  },
  {
    name: 'abstract',
    value: 'accepted',
    words: 'Has an abstract accepted and not confirmed',
    turned: 'Has no abstract accepted and not confirmed',
  },
  {
    name: 'abstract',
    value: 'confirmed',
    words: 'Has an abstract accepted and confirmed',
    turned: 'Has no abstract accepted and confirmed',
  },
  {
    name: 'abstract',
    value: 'not_presenting',
    words: 'Has an abstract that is not presented',
    turned: 'Has no abstract that is not presented',
  },
  {
    name: 'abstract',
    value: 'rejected',
    words: 'Has an abstract rejected',
    turned: 'Has no abstract rejected',
  },
  {
    name: 'abstract',
    value: 'waiting',
    words: 'Has an abstract on the waiting list',
    turned: 'Has no abstract on the waiting list',
  },
  { name: 'seat', value: 'paid', words: 'Has a paid seat', turned: 'Has no paid seat' },
  { name: 'seat', value: 'held', words: 'Has a seat that is not paid', turned: 'Has no unpaid seat' },
  { name: 'view', value: 'with-seat', words: 'Has a seat in a workshop', turned: 'Has no seat in a workshop' },
  { name: 'view', value: 'with-abstract', words: 'Has an abstract', turned: 'Has no abstract' },
  { name: 'view', value: 'two-accounts', words: 'May have two accounts', turned: 'Has one account' },
  { name: 'view', value: 'no-profile', words: 'Has no profile yet', turned: 'Has a profile' },
  { name: 'takesPartAs', value: 'Student', words: 'Takes part as student', turned: 'Is no student' },
  { name: 'takesPartAs', value: 'Nurse', words: 'Takes part as nurse', turned: 'Is no nurse' },
  { name: 'takesPartAs', value: 'Others', words: 'Is neither student nor nurse', turned: 'Is student or nurse' },
  { name: 'presenter', value: 'Presenter', words: 'Presents', turned: 'Does not present' },
  { name: 'presenter', value: 'Attendee', words: 'Attends', turned: 'Does not only attend' },
  { name: 'country', value: 'pakistan', words: 'Comes from Pakistan', turned: 'Does not come from Pakistan' },
  { name: 'country', value: 'abroad', words: 'Comes from abroad', turned: 'Does not come from abroad' },
  {
    name: 'extension',
    value: 'abstracts',
    words: 'Has more time for abstracts',
    turned: 'Has no more time for abstracts',
  },
  {
    name: 'extension',
    value: 'registration',
    words: 'Has more time to register',
    turned: 'Has no more time to register',
  },
]

const whys: Record<Counted['leftOut'][number]['why'], [one: string, many: string]> = {
  refused: ['has asked for no announcements', 'have asked for no announcements'],
  no_mailbox: ['address does not exist', 'addresses do not exist'],
  not_verified: ['has not verified their address', 'have not verified their address'],
  erased: ['was erased', 'were erased'],
  fact: ['lacks a fact that the letter names', 'lack a fact that the letter names'],
}

/** `39 match. 1 has asked for no announcements; left out.` */
export function countedWords({ matched, leftOut }: Pick<Counted, 'matched' | 'leftOut'>): string {
  const parts = leftOut.map(({ why, count }) => `${grouped(count)} ${whys[why][count === 1 ? 0 : 1]}`)
  const match = matched === 1 ? '1 matches.' : `${grouped(matched)} match.`
  return parts.length === 0 ? match : `${match} ${parts.join(', ')}: left out.`
}

export const people = (count: number): string => (count === 1 ? '1 person' : `${grouped(count)} people`)

export const stateWords = {
  draft: ['Draft', 'draft'],
  checked: ['Checked', 'draft'],
  planned: ['Planned', 'pending'],
  sending: ['Going out', 'pending'],
  stopped: ['Stopped', 'rejected'],
  sent: ['Sent', 'accepted'],
} as const satisfies Record<Mailing['state'], readonly [words: string, status: string]>
