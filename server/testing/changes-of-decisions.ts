/** How each change by which chairs decide is made, for the test that looks for its act. */
import { aRanking } from './decisions.ts'
import { asStaff } from './selection.ts'
import type { ChangeOfStaff, Team } from './team.ts'

const totals = [4, 4, 4.5]

/** Two abstracts, the first of them to be accepted. */
async function pending(team: Team) {
  const { eventId, owner } = team
  const { ids } = await aRanking(team, [totals, totals])
  await owner.post('/staff/DecisionSet', { eventId, abstractIds: [ids[0]], outcome: 'accepted' })
  return { eventId, ids }
}

async function published(team: Team) {
  const { eventId, ids } = await pending(team)
  const { body } = await team.owner.get('/staff/DecisionPreview', { eventId })
  const done = await team.owner.post('/staff/DecisionPublish', { eventId, digest: body.digest })
  return { eventId, ids, batchId: done.body.batchId }
}

export const changesOfDecisions: Record<string, ChangeOfStaff> = {
  PlacesSave: {
    prepare: async ({ eventId }) => ({
      input: { eventId, places: [{ type: 'Oral', places: 60 }] },
      changes: ['place_limit'],
    }),
  },
  DecisionSet: {
    prepare: async (team) => {
      const { ids } = await aRanking(team, [totals])
      return { input: { eventId: team.eventId, abstractIds: ids, outcome: 'rejected' }, changes: ['decision'] }
    },
  },
  WaitingMove: {
    prepare: async (team) => {
      const { ids } = await aRanking(team, [totals, totals])
      await team.owner.post('/staff/DecisionSet', { eventId: team.eventId, abstractIds: ids, outcome: 'waiting' })
      return { input: { eventId: team.eventId, abstractId: ids[1], way: 'up', pastId: ids[0] }, changes: ['decision'] }
    },
  },
  DecisionPublish: {
    prepare: async (team) => {
      const { eventId } = await pending(team)
      const { body } = await team.owner.get('/staff/DecisionPreview', { eventId })
      const changes = ['abstract', 'decision', 'decision_batch']
      return { input: { eventId, digest: body.digest }, changes }
    },
  },
  DecisionTakeBack: {
    prepare: async (team) => {
      const { eventId, batchId } = await published(team)
      return { input: { eventId, batchId }, changes: ['abstract', 'decision', 'decision_batch'] }
    },
  },
  DecisionReset: {
    prepare: async (team) => {
      const { eventId, ids } = await published(team)
      const input = { eventId, abstractId: ids[0], reason: 'The wrong one' }
      return { input, changes: ['abstract', 'decision', 'decision_batch'] }
    },
  },
  AbstractMerge: {
    prepare: async (team) => {
      const { ids } = await aRanking(team, [totals, totals])
      const input = { eventId: team.eventId, abstractId: ids[0], intoId: ids[1], reason: 'One study' }
      return { input, changes: ['abstract', 'abstract_author', 'decision', 'decision_batch'] }
    },
  },
  LikenessSettle: {
    prepare: async (team) => {
      const { ids } = await aRanking(team, [totals, totals])
      const [a, b] = ids as [number, number]
      await asStaff(team.world, ({ db }) =>
        db.insertInto('likeness').values({ a, b, share: 90, isSameOwner: false, at: team.world.now() }).execute(),
      )
      return { input: { eventId: team.eventId, a, b, state: 'different' }, changes: ['likeness'] }
    },
  },
}
