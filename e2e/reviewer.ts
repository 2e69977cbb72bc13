/** Reviewers in a real browser: somebody who accepted, with abstracts to read. How they were invited and chosen has journeys of its own. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '#server/kernel/world.ts'
import { aReviewer as made } from '#server/testing/selection.ts'
import { anApplicant, inDatabase, inWorld, openSessionFor } from './people.ts'
import { type Portal, someEmail } from './testing.ts'

export type Work = { assignmentId: number; number: string; abstractId: number }

const criteria = [
  ['Question', 'Clear and worth asking', 'unclear', 'clear and new', 1],
  ['Method', 'Sound enough to answer it', 'does not answer it', 'sound', 2],
  ['Results', 'Reported completely', 'none given', 'complete', 2],
  ['Use', 'Changes practice here', 'none', 'at once', 1],
]

const fileKey = 'blind/ab/0123456789abcdef0123456789abcd'
const fileText = 'Plasma leakage is often missed.'

/** Somebody with so many abstracts, all of them ready to be read. The first has a file, and a review by somebody else. */
export async function aReviewerWith(portal: Portal, abstracts: number) {
  const mine = await someReviewer(portal, await aCall(portal), 'Farah')
  return { ...mine, work: await giveTo(portal, mine.reviewerId, abstracts) }
}

const someReviewer = (portal: Portal, eventId: number, name: string) =>
  inWorld(portal, (world) => made({ world: world as World, eventId }, { email: someEmail(name), fullName: name }))

export async function giveTo(portal: Portal, reviewerId: number, abstracts: number): Promise<[Work, ...Work[]]> {
  const eventId = await aCall(portal)
  const other = await someReviewer(portal, eventId, 'Other')
  const taken: number[] = []
  for (const title of titles.slice(0, abstracts)) taken.push(await anAbstract(portal, eventId, title))
  aBlindFile(portal)
  for (const [at, id] of taken.entries())
    await inDatabase(
      portal,
      `insert into redaction (abstract_id, version, state, file, file_key, file_size, file_type, at)
       values ($1, 1, 'ready', $2::blind_file, $3, $4, $5, now())`,
      [id, ...(at === 0 ? ['copy', fileKey, fileText.length, 'text/plain'] : ['none', null, null, null])],
    )
  const work: Work[] = []
  for (const id of taken) work.push(await anAssignment(portal, id, reviewerId))
  if (taken[0]) await aSubmittedReview(portal, taken[0], other.reviewerId)
  return work as [Work, ...Work[]]
}

const titles = [
  'Lung ultrasound against chest radiograph in dengue',
  'Consent forms that patients can read',
  'Point-of-care HbA1c in a rural outreach camp',
  'Early warning scores on a mixed medical ward',
  'A ward checklist for safer potassium replacement',
]
const sections = [
  '<p>Plasma leakage in dengue is often missed on early chest radiographs.</p>',
  '<p>Prospective cohort, 142 adults, NS1 positive, two blinded readers.</p>',
  '<p>Sensitivity was <strong>94%</strong> against 58% (p &lt; 0.001).</p>',
  '<p>Bedside ultrasound finds plasma leakage about a day sooner.</p>',
]

/** With reviewers already, by somebody new. */
async function anAbstract(portal: Portal, eventId: number, title: string): Promise<number> {
  const { email } = await anApplicant(portal, 'An Author')
  const { applicantId } = await openSessionFor(portal, { email, userAgent: '' })
  const [row] = (await inDatabase(
    portal,
    `with one as (
       insert into abstract (applicant_id, event_id, status, level, number, current_version, created_at, submitted_at)
       select $1, $2, 'Under review', 1, coalesce(max(number), 0) + 1, 1, now(), now() from abstract where event_id = $2 returning id
     ), written as (
       insert into abstract_version (abstract_id, number, applicant_id, save_digest, abstract_type, sub_speciality_id, title, title_plain,
         background, background_plain, material, material_plain, results, results_plain, discussion, discussion_plain,
         words, file_key, file_name, file_size, file_sha256, file_scan, saved_at)
       select one.id, 1, $1, sha256('x'), 'Oral', (select min(sub_speciality.id) from sub_speciality join speciality on speciality.id = speciality_id where event_id = $2),
         $3, $3, $4, '', $5, '', $6, '', $7, '', 105, 'abstracts/ab/0123456789abcdef0123456789abcd', 'mine.txt', 9, sha256('x'), 'none', now() from one
     ) select id from one`,
    [applicantId, eventId, title, ...sections],
  )) as { id: number }[]
  if (!row) throw new Error('There is no abstract.')
  return row.id
}

/** Reviews are wanted, until next week. */
async function aCall(portal: Portal): Promise<number> {
  const [event] = (await inDatabase(portal, 'select id from event where is_current')) as { id: number }[]
  if (!event) throw new Error('There is no event.')
  await inDatabase(
    portal,
    `insert into review_call (event_id, due_on, began_at) values ($1, current_date + 6, now()) on conflict do nothing`,
    [event.id],
  )
  for (const [position, words] of criteria.entries())
    await inDatabase(
      portal,
      `insert into criterion (event_id, position, name, hint, low, high, weight) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      [event.id, position, ...words],
    )
  return event.id
}

async function anAssignment(portal: Portal, abstractId: number, reviewerId: number): Promise<Work> {
  const [row] = (await inDatabase(
    portal,
    `insert into assignment (abstract_id, reviewer_id, alias, assigned_at, changed_at) values ($1, $2, 2, now(), now())
     returning id, (select 'A-' || lpad(number::text, 4, '0') from abstract where abstract.id = abstract_id) as number`,
    [abstractId, reviewerId],
  )) as { id: number; number: string }[]
  if (!row) throw new Error('Nothing was assigned.')
  return { assignmentId: row.id, number: row.number, abstractId }
}

async function aSubmittedReview(portal: Portal, abstractId: number, reviewerId: number): Promise<void> {
  await inDatabase(
    portal,
    `insert into assignment (abstract_id, reviewer_id, alias, state, assigned_at, changed_at) values ($1, $2, 1, 'submitted', now(), now())`,
    [abstractId, reviewerId],
  )
  await inDatabase(
    portal,
    `insert into review (assignment_id, recommendation, sure, to_author, total, saved_at, submitted_at)
     select id, 'revise', 'near', 'Say who read the scans.', 3.5, now(), now() from assignment where abstract_id = $1 and reviewer_id = $2`,
    [abstractId, reviewerId],
  )
}

function aBlindFile({ dataFolder }: Portal): void {
  const path = join(dataFolder, 'files', fileKey)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, fileText)
}

/** A chair sends it back, decides, or has not released the text. */
export const sendBack = (portal: Portal, { assignmentId }: Work, note: string) =>
  inDatabase(portal, `update assignment set state = 'sent_back', note = $2 where id = $1`, [assignmentId, note])

export const withhold = (portal: Portal, { abstractId }: Work) =>
  inDatabase(portal, `update redaction set state = 'waiting' where abstract_id = $1`, [abstractId])

export const decide = (portal: Portal, { abstractId }: Work) =>
  inDatabase(portal, `update abstract set status = 'Rejected', level = 2 where id = $1`, [abstractId])
