import type { Transaction } from '#server/kernel/world.ts'
/** What staff write to reviewers is searched as the abstract is: a chair knows the authors, and names one by habit. */
import { refuse } from '#server/platform/http/refuse.ts'
import { callOf } from '#server/selection/call/calls.ts'
import { searchOf } from './prepare-blind.ts'
import { findIn } from './redaction-rules.ts'

type Said = { eventId: number; abstractId: number; path: string; text: string }

export async function refuseNames(world: Transaction, { eventId, abstractId, path, text }: Said): Promise<void> {
  if ((await callOf(world, eventId)).blind !== 'double') return
  const found = findIn(text, await searchOf(world, abstractId)).filter(({ isSure }) => isSure)
  const named = [...new Set(found.map((each) => `“${each.text}”`))].slice(0, 5)
  if (named.length === 0) return
  const message = `Reviewers may not learn who the authors are. Leave out ${named.join(', ')}.`
  refuse('invalid', { fields: [{ path, message }] })
}
