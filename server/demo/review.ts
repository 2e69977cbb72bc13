/** The review of the demonstration: how it is done, who reviews, what stands between them and an abstract, and who reads what. */
import { dayIn } from '#contract/days.ts'
import { day, hour } from '#contract/durations.ts'
import { invitationDays } from '#contract/selection/words.ts'
import type { Row } from '#server/database/tables.ts'
import { startAct } from '#server/kernel/acts.ts'
import { load } from './load.ts'
import { departments, institutionsOfReviewers, reviewersNamed } from './names.ts'
import { actBy, type Organiser, type TrailAct } from './organisers.ts'
import { after, type Setting } from './setting.ts'

type Rows = {
  account: Partial<Row<'account'>>[]
  reviewer: Partial<Row<'reviewer'>>[]
  reviewerAddress: Row<'reviewerAddress'>[]
  reviewerField: Row<'reviewerField'>[]
  redaction: Partial<Row<'redaction'>>[]
  assignment: Partial<Row<'assignment'>>[]
  conflict: Partial<Row<'conflict'>>[]
}
type Reader = { id: number; fields: number[]; load: number }
type Paper = { id: number; version: number; specialityId: number }
type Given = { abstract: Partial<Row<'abstract'>>[]; abstractVersion: Partial<Row<'abstractVersion'>>[] }

const active = 24
const invited = 3
const underReview = 60
const each = 3
/** So many have fewer than are wanted, for whoever tries to assign. */
const short = 4
const withNames = 3
const quota = 14
const begunDaysAgo = 9
const dueInDays = 10

const criteria = [
  { name: 'Originality', hint: 'Is the question new, or the answer?', low: 'known', high: 'new', weight: '1' },
  { name: 'Method', hint: 'Could somebody repeat it?', low: 'unclear', high: 'sound', weight: '2' },
  { name: 'Results', hint: 'Do they answer the question?', low: 'missing', high: 'convincing', weight: '1.5' },
  { name: 'Use for practice', hint: 'Would it change what we do?', low: 'none', high: 'tomorrow', weight: '1' },
]

/** Some of what was submitted goes to reviewers; whoever tries the portal keeps their own to edit. */
export function planReview(
  setting: Setting,
  written: Given,
  { owner, hers }: { owner: Organiser; hers: number },
): Rows & { acts: TrailAct[]; criterion: Partial<Row<'criterion'>>[] } {
  const { today, event, numbers } = setting
  const beganAt = after(today, -begunDaysAgo * day)
  const { readers, ...people } = planReviewers(setting, owner.accountId)
  const papers = papersOf(setting, written, hers)
  const given = papers.map((paper, at) => ({
    paper,
    readers: readersFor(readers, paper, at >= papers.length - short ? 1 + (at % 2) : each),
  }))
  const pairs = given.flatMap(({ paper, readers }) =>
    readers.map((reader, at) => ({ abstractId: paper.id, reviewerId: reader.id, alias: at + 1 })),
  )
  const criterion = criteria.map((one, position) => ({
    id: numbers('criterion'),
    eventId: event.id,
    position,
    ...one,
  }))
  const row = { state: 'assigned', assignedAt: after(beganAt, 3 * hour), changedAt: after(beganAt, 3 * hour) } as const
  return {
    ...people,
    criterion,
    acts: [howItIsReviewed(setting, owner, { beganAt, criterion })],
    redaction: papers.map(({ id, version }, at) => {
      // The last ones: nobody has begun with them.
      const isReleased = at < papers.length - withNames
      return {
        abstractId: id,
        version,
        state: isReleased ? 'ready' : 'waiting',
        saves: isReleased ? 1 : 0,
        by: isReleased ? owner.accountId : null,
        at: after(beganAt, hour),
      }
    }),
    // By reviewer: their numbers tell nothing about who else has an abstract.
    assignment: pairs
      .toSorted((one, other) => one.reviewerId - other.reviewerId || one.abstractId - other.abstractId)
      .map((pair) => ({ id: setting.numbers('assignment'), ...pair, ...row })),
    conflict: conflictsOf(given, readers, { at: after(beganAt, 2 * hour), by: owner.accountId }),
  }
}

/** Settings and criteria are changed in an act, and nowhere else. */
function howItIsReviewed(
  { event, today }: Setting,
  owner: Organiser,
  { beganAt, criterion }: { beganAt: Date; criterion: Partial<Row<'criterion'>>[] },
): TrailAct {
  const call = {
    eventId: event.id,
    version: 2,
    beganAt,
    bids: true,
    dueOn: dayIn(event.timeZone, after(today, dueInDays * day)),
  }
  const about = { kind: 'event', id: event.id }
  return {
    at: beganAt,
    work: async (world) => {
      await startAct(world, actBy(owner, { operation: 'BeginReview', about, eventId: event.id, steppedUp: true }))
      await load(world, 'reviewCall', [call])
      await load(world, 'criterion', criterion)
    },
  }
}

function planReviewers({ chance, numbers, today, fields, event }: Setting, invitedBy: number) {
  const specialities = [...new Set(fields.map(({ specialityId }) => specialityId))]
  const invitedAt = after(today, -21 * day)
  const rows: Pick<Rows, 'account' | 'reviewer' | 'reviewerAddress' | 'reviewerField'> = {
    account: [],
    reviewer: [],
    reviewerAddress: [],
    reviewerField: [],
  }
  const readers: Reader[] = []
  for (const [at, { fullName, local }] of reviewersNamed(chance, active + invited).entries()) {
    const email = `${local}@reviewers.example.org`
    const isActive = at < active
    const id = numbers('reviewer')
    const accountId = isActive ? numbers('account') : null
    const answeredAt = isActive ? after(invitedAt, chance.between(2, 90) * hour) : null
    if (accountId && answeredAt)
      rows.account.push({
        id: accountId,
        email,
        emailKey: email,
        fullName,
        passwordHash: null,
        verifiedAt: answeredAt,
        createdAt: answeredAt,
        passwordChangedAt: answeredAt,
      })
    rows.reviewer.push({
      id,
      eventId: event.id,
      state: isActive ? 'active' : 'invited',
      email,
      emailKey: email,
      accountId,
      quota,
      institution: isActive ? chance.oneOf(institutionsOfReviewers) : '',
      department: isActive ? chance.oneOf(departments.filter(Boolean)) : '',
      invitedBy,
      invitedAt,
      expiresAt: after(invitedAt, invitationDays * day),
      answeredAt,
    })
    rows.reviewerAddress.push({ reviewerId: id, emailKey: email })
    if (!isActive) continue
    const [first, second] = [at, at + 3].map((turn) => specialities[turn % specialities.length] as number)
    rows.reviewerField.push({ reviewerId: id, specialityId: first as number, strength: 'first' })
    if (second !== first)
      rows.reviewerField.push({ reviewerId: id, specialityId: second as number, strength: 'second' })
    readers.push({ id, fields: [first as number, second as number], load: 0 })
  }
  return { ...rows, readers }
}

function papersOf({ fields }: Setting, { abstract, abstractVersion }: Given, hers: number): Paper[] {
  const fieldOf = new Map(fields.map(({ subSpecialityId, specialityId }) => [subSpecialityId, specialityId]))
  const chosen = abstract
    .filter(({ number, withdrawnAt, applicantId }) => number && !withdrawnAt && applicantId !== hers)
    .toSorted((one, other) => Number(one.number) - Number(other.number))
    .slice(0, underReview)
  return chosen.map((each) => {
    Object.assign(each, { status: 'Under review', level: 1 })
    const text = abstractVersion.find(
      ({ abstractId, number }) => abstractId === each.id && number === each.currentVersion,
    )
    return {
      id: each.id as number,
      version: each.currentVersion as number,
      specialityId: fieldOf.get(text?.subSpecialityId ?? 0) ?? 0,
    }
  })
}

/** Whose field it is first, then whoever has the least. */
function readersFor(readers: readonly Reader[], { specialityId }: Paper, many: number): Reader[] {
  const isTheirs = ({ fields }: Reader) => Number(fields.includes(specialityId))
  const chosen = readers
    .filter(({ load }) => load < quota)
    .toSorted((one, other) => isTheirs(other) - isTheirs(one) || one.load - other.load || one.id - other.id)
    .slice(0, many)
  for (const reader of chosen) reader.load += 1
  return chosen
}

const said = [
  { kind: 'personal', strength: 'possible', source: 'chair', note: 'The same family name as an author.' },
  { kind: 'supervised', strength: 'possible', source: 'chair', note: 'Taught at the same college in those years.' },
  { kind: 'competing', strength: 'hard', source: 'chair', note: 'Their groups work on the same grant.' },
  { kind: 'personal', strength: 'hard', source: 'chair', note: 'Married to an author.' },
  { kind: 'personal', strength: 'cleared', source: 'chair', note: 'Only the same family name.' },
] as const

/** With those who do not have it: the database would refuse the others. */
function conflictsOf(
  given: readonly { paper: Paper; readers: Reader[] }[],
  readers: readonly Reader[],
  by: { at: Date; by: number },
): Rows['conflict'] {
  return said.map((words, at) => {
    const { paper, readers: theirs } = given[at * 7] as (typeof given)[number]
    const other = readers.find((reader) => !theirs.includes(reader)) as Reader
    return { abstractId: paper.id, reviewerId: other.id, ...words, ...by }
  })
}
