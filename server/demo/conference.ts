import { day } from '#contract/durations.ts'
/** A conference in full swing, for whoever tries the portal: people, abstracts, seats, payments and letters of the weeks before today. */
import { findAccount } from '#server/accounts/account.ts'
import type { Row, Tables } from '#server/database/tables.ts'
import { inTransaction, type Transaction, type World } from '#server/kernel/world.ts'
import { planAbstracts } from './abstracts.ts'
import { countOn, load } from './load.ts'
import { planOrders } from './orders.ts'
import type { Organiser, Team } from './organisers.ts'
import { planPeople } from './people.ts'
import { portraits } from './pictures.ts'
import { plantLikeness, plantNames } from './planted.ts'
import { planReview } from './review.ts'
import { planReviews, signInAs } from './reviews.ts'
import { after, mailRows, type Setting, settingOf } from './setting.ts'
import { planTrail, writeTrail } from './trail.ts'

export type Cast = {
  person: string
  owner: string
  finance: string
  reviewer: { email: string; fullName: string }
  seed: number
}

/** Helpers of the organisers. They have no password: nobody signs in as them. */
const helpers = [
  { email: 'farida.laghari@example.org', fullName: 'Prof. Farida Laghari', role: 'chair' },
  { email: 'sana.abro@example.org', fullName: 'Sana Abro', role: 'desk' },
  {
    email: 'mmar.desk@example.org',
    fullName: 'Muhammad Abdul Rehman Khan Yousafzai',
    role: 'desk',
  },
] as const
/** Whose mailbox does not exist. */
const lostMailboxes = 3
/** How many files are written at the same time. */
const filesAtOnce = 24

/** From one number, always the same on the same day. All of it or nothing; files that a failure leaves behind are swept. */
export async function addConference(world: World, { seed, ...cast }: Cast): Promise<void> {
  await inTransaction(world, async (world) => {
    const setting = await settingOf(world, seed)
    const team = await teamOf(world, cast)
    const person = await findAccount(world, cast.person)
    if (!setting || !team || !person) return
    const people = planPeople(setting, { ...person, accountId: person.id }, portraits())
    const abstracts = planAbstracts(setting, people.guests)
    const books = planOrders(setting, people.guests)
    const others = addHelpers(setting, people.account)
    const acts = planTrail(setting, { ...team, others }, books)
    const hers = people.guests[0]?.applicantId ?? 0
    const {
      account: reviewers,
      acts: reviewActs,
      criterion,
      ...review
    } = planReview(setting, abstracts, { owner: team.owner, hers })
    plantNames(review.redaction, abstracts, people)
    const likeness = plantLikeness(setting, review.redaction, abstracts)
    signInAs(review, reviewers, { ...cast.reviewer, passwordHash: person.passwordHash })
    const { assignment, ...said } = planReviews(setting, { ...review, criterion })
    await putAll(world, [...people.photos, ...abstracts.files])
    const { made: _made, toRefund: _refunds, toResolve: _resolved, ...booked } = books
    await loadAll(world, {
      account: [...people.account, ...reviewers],
      applicant: people.applicant,
      profile: people.profile,
      abstract: abstracts.abstract,
      abstractVersion: abstracts.abstractVersion,
      abstractCounter: abstracts.abstractCounter,
      ...review,
      assignment,
      likeness,
      ...booked,
    })
    const mail = mailRows(setting, {
      host: new URL(world.publicUrl).hostname,
      lost: lostOf(booked.receipt, people.guests, books),
      accounts: new Map(
        [...people.account, ...people.guests.map(asAccount)].map(({ email = '', id = 0 }) => [email, id]),
      ),
    })
    await writeTrail(
      world,
      [...acts, ...reviewActs].toSorted((one, other) => one.at.getTime() - other.at.getTime()),
    )
    // Emails name the refunds that the acts made.
    await loadAll(world, { ...said, mail })
    await countOn(world)
  })
}

const asAccount = ({ accountId, email }: { accountId: number; email: string }) => ({ id: accountId, email })

type Rows = { [Name in keyof Tables]?: readonly Partial<Row<Name>>[] }

async function loadAll(world: Transaction, rows: Rows): Promise<void> {
  for (const [table, all] of Object.entries(rows)) await load(world, table as keyof Tables, all)
}

async function putAll({ files }: Pick<World, 'files'>, all: readonly [string, Buffer][]): Promise<void> {
  const waiting = [...all]
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await files.put(...next)
  }
  await Promise.all(Array.from({ length: filesAtOnce }, work))
}

/** The buyers of the last receipts: what is new is what an organiser looks after. */
function lostOf(
  receipts: readonly Row<'receipt'>[],
  guests: readonly { applicantId: number; email: string }[],
  books: { made: Map<number, { buyer: { email: string } }> },
): Set<string> {
  const last = receipts.slice(-12).flatMap(({ orderId }) => books.made.get(orderId)?.buyer.email ?? [])
  return new Set(last.filter((email) => email !== guests[0]?.email).slice(0, lostMailboxes))
}

async function teamOf(
  world: Transaction,
  cast: Pick<Cast, 'owner' | 'finance'>,
): Promise<Omit<Team, 'others'> | undefined> {
  const [owner, finance] = [await findAccount(world, cast.owner), await findAccount(world, cast.finance)]
  if (!owner || !finance) return undefined
  const as = ({ id, email, fullName }: Row<'account'>, role: Organiser['role']) => ({
    accountId: id,
    email,
    fullName,
    role,
  })
  return { owner: as(owner, 'owner'), finance: as(finance, 'finance') }
}

function addHelpers({ numbers, today }: Setting, accounts: Partial<Row<'account'>>[]): Organiser[] {
  return helpers.map(({ email, fullName, role }) => {
    const accountId = numbers('account')
    const at = after(today, -28 * day)
    const row = {
      id: accountId,
      email,
      emailKey: email,
      fullName,
      passwordHash: null,
      verifiedAt: at,
      createdAt: at,
      passwordChangedAt: at,
    }
    accounts.push(row)
    return { accountId, email, fullName, role }
  })
}
