/** What in an author's own abstract may tell reviewers who wrote it: the same search as staff see, while the author can still change the text. */
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { blindSections } from '#contract/selection/findings.ts'
import type { BlindCheck } from '#contract/selection/told.ts'
import { withVersion } from '#server/abstracts/list.ts'
import type { Participant } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { callOf } from '#server/selection/call/calls.ts'
import { readableOf } from './hiding-rules.ts'
import { searchOf } from './prepare-blind.ts'
import { wordEnd } from './reading-rules.ts'
import { findInTexts } from './redaction-texts.ts'

type Checked = ReplyOf<typeof BlindCheck>

/** Somebody who names themselves more often sees from these how to go on. */
const mostShown = 20
const aroundIt = 30

export async function blindCheck(
  world: World,
  { applicantId, eventId }: Participant,
  { pk }: ParsedInputOf<typeof BlindCheck>,
): Promise<Checked> {
  const written = await withVersion(world)
    .select(blindSections.map((section) => `version.${section}` as const))
    .where('abstract.id', '=', pk)
    .where('abstract.applicantId', '=', applicantId)
    .where('abstract.eventId', '=', eventId)
    .select(['removedAt', 'withdrawnAt'])
    .executeTakeFirst()
  if (!written) return refuse('not_found')
  const { blind } = await callOf(world, eventId)
  // A page may ask at the moment at which its author removes the abstract.
  if (blind !== 'double' || written.removedAt || written.withdrawnAt) return { isBlind: false, passages: 0, shown: [] }
  const found = findInTexts(written, {}, await searchOf(world, pk))
  const shown = found.slice(0, mostShown).map(({ where, text, from, to, isSure }) => {
    const section = where as (typeof blindSections)[number]
    const all = readableOf(written[section]).text
    const around = all.slice(Math.max(0, from - aroundIt), to + aroundIt).replaceAll(wordEnd, '')
    return { section, text, around: around.replaceAll(/\s+/g, ' ').trim(), isSure }
  })
  return { isBlind: true, passages: found.length, shown }
}
