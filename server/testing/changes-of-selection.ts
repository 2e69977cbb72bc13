/** How each change that prepares a review is made, for the test that looks for its act. */
import { computeRun } from '#server/selection/assignment/runs.ts'
import { prepareBlind } from '#server/selection/redaction/prepare-blind.ts'
import { usualCall } from '#server/selection/rules.ts'
import { staffCaller } from './finance.ts'
import { aReviewer, aSubmittedAbstract, asStaff, fieldsOf, reviewBegins } from './selection.ts'
import type { ChangeOfStaff, Team } from './team.ts'

const { beganAt: _began, ...settings } = usualCall
const criterion = { name: 'Method', hint: '', low: '', high: '', weight: 1, isRequired: true, types: null, position: 0 }
const run = { each: 1, most: 12, expertFirst: true, keepUnopened: false }

async function withCriterion({ world, eventId }: Team) {
  const { id } = await asStaff(world, ({ db }) =>
    db.insertInto('criterion').values({ eventId, name: 'Novelty' }).returning('id').executeTakeFirstOrThrow(),
  )
  return { eventId, criterionId: id, version: 1 }
}

/** An abstract with reviewers, and somebody who could read it. */
async function underReview(team: Team) {
  const { pk } = await aSubmittedAbstract(team)
  const { reviewerId } = await aReviewer(team)
  await reviewBegins(team.world, team.eventId)
  return { eventId: team.eventId, abstractId: pk, reviewerId }
}

/** An abstract in which a name was found. */
async function toRedact(team: Team) {
  const { pk } = await aSubmittedAbstract(team, { BackGround: '<p>Write to somebody@example.org.</p>' })
  await reviewBegins(team.world, team.eventId)
  await prepareBlind(team.world)
  return { eventId: team.eventId, abstractId: pk, version: 1 }
}

async function proposed(team: Team) {
  const { eventId } = await underReview(team)
  const { body } = await team.owner.post('/staff/AssignmentPropose', { eventId, settings: run })
  await computeRun(team.world, Number(body.runId))
  return { eventId, runId: Number(body.runId) }
}

export const changesOfSelection: Record<string, ChangeOfStaff> = {
  CallSave: {
    prepare: async ({ eventId }) => ({
      input: { eventId, version: 0, ...settings, reviewsWanted: 4 },
      changes: ['review_call'],
    }),
  },
  CriterionSave: {
    prepare: async ({ eventId }) => ({ input: { eventId, ...criterion }, changes: ['criterion', 'review_call'] }),
  },
  CriterionRetire: {
    prepare: async (team) => ({ input: await withCriterion(team), changes: ['criterion', 'review_call'] }),
  },
  BeginReview: {
    prepare: async (team) => {
      const { eventId } = await underReview(team)
      await aSubmittedAbstractLate(team)
      return { input: { eventId, expected: 1 }, changes: ['abstract', 'redaction'] }
    },
  },
  ReviewersInvite: {
    prepare: async (team) => {
      const { eventId } = team
      const { radiology } = await fieldsOf(team)
      const hira = { email: 'hira.channa@example.org', name: 'Hira Channa', fields: [radiology] }
      const people = [hira, { email: 'junaid.mirani@example.org' }]
      return { input: { eventId, people }, changes: ['reviewer', 'reviewer_field'] }
    },
  },
  ReviewerChange: {
    prepare: async (team) => {
      const { eventId } = team
      const { reviewerId } = await aReviewer(team)
      const { pathology } = await fieldsOf(team)
      const offer = { quota: 8, first: [pathology], second: [], institution: 'Civil Hospital', department: '' }
      return { input: { eventId, reviewerId, version: 1, ...offer }, changes: ['reviewer', 'reviewer_field'] }
    },
  },
  ReviewerRemove: {
    prepare: async (team) => {
      const { reviewerId } = await aReviewer(team)
      const input = { eventId: team.eventId, reviewerId, version: 1, reason: 'Moved abroad' }
      return { input, changes: ['reviewer'] }
    },
  },
  ConflictSet: {
    prepare: async (team) => {
      const pair = await underReview(team)
      return { input: { ...pair, kind: 'supervised', strength: 'hard', reason: 'Her thesis' }, changes: ['conflict'] }
    },
  },
  ConflictClear: {
    prepare: async (team) => {
      const pair = await underReview(team)
      const told = { ...pair, kind: 'personal', strength: 'possible', reason: 'Same surname' }
      await team.owner.post('/staff/ConflictSet', told)
      return { input: { ...pair, kind: 'personal', reason: 'No kin' }, changes: ['conflict'] }
    },
  },
  StaffConflictSet: {
    prepare: async (team) => {
      const { eventId, abstractId } = await underReview(team)
      const { accountId } = await staffCaller(team.app, team.world, { role: 'chair', eventId })
      const said = { kind: 'department', strength: 'hard', reason: 'Her own department' }
      return { input: { eventId, abstractId, accountId, ...said }, changes: ['staff_conflict'] }
    },
  },
  AssignmentPropose: {
    prepare: async (team) => {
      const { eventId } = await underReview(team)
      return { input: { eventId, settings: run }, changes: ['assignment_run'] }
    },
  },
  RunStop: {
    prepare: async (team) => {
      const { eventId } = await underReview(team)
      const { body } = await team.owner.post('/staff/AssignmentPropose', { eventId, settings: run })
      return { input: { eventId, runId: body.runId }, changes: ['assignment_run'] }
    },
  },
  RunDiscard: { prepare: async (team) => ({ input: await proposed(team), changes: ['assignment_run'] }) },
  RunApply: { prepare: async (team) => ({ input: await proposed(team), changes: ['assignment', 'assignment_run'] }) },
  AssignByHand: { prepare: async (team) => ({ input: await underReview(team), changes: ['assignment'] }) },
  RedactionSave: {
    prepare: async (team) => ({
      input: { ...(await toRedact(team)), saves: 0, release: true },
      changes: ['redaction'],
    }),
  },
  RedactionAsk: { prepare: async (team) => ({ input: await toRedact(team), changes: ['redaction'] }) },
  Unassign: {
    prepare: async (team) => {
      const pair = await underReview(team)
      const { body } = await team.owner.post('/staff/AssignByHand', pair)
      return { input: { eventId: pair.eventId, assignmentId: body.assignmentId }, changes: ['assignment'] }
    },
  },
}

/** Submitted by its reviewer, without the form. */
async function reviewed(team: Team) {
  const pair = await underReview(team)
  const { body } = await team.owner.post('/staff/AssignByHand', pair)
  const assignmentId = Number(body.assignmentId)
  const { db, now } = team.world
  await db.insertInto('review').values({ assignmentId, recommendation: 'accept', savedAt: now() }).execute()
  for (const state of ['begun', 'submitted'] as const)
    await db.updateTable('assignment').set({ state }).where('id', '=', assignmentId).execute()
  return { ...pair, assignmentId }
}

export const changesOfReviews: Record<string, ChangeOfStaff> = {
  ReviewSendBack: {
    prepare: async (team) => {
      const { eventId, assignmentId } = await reviewed(team)
      return { input: { eventId, assignmentId, reason: 'It names a colleague' }, changes: ['assignment'] }
    },
  },
  ReviewRemind: {
    prepare: async (team) => {
      await team.owner.post('/staff/AssignByHand', await underReview(team))
      return { input: { eventId: team.eventId }, changes: [] }
    },
  },
  RemarkByChair: {
    prepare: async (team) => {
      const { eventId, abstractId } = await underReview(team)
      return { input: { eventId, abstractId, text: 'Please compare.', audience: 'reviewers' }, changes: ['remark'] }
    },
  },
}

/** By somebody who was given more time. */
async function aSubmittedAbstractLate(team: Team): Promise<void> {
  const move = (day: string) =>
    asStaff(team.world, ({ db }) =>
      db.updateTable('event').set({ abstractsCloseOn: day }).where('id', '=', team.eventId).execute(),
    )
  await move('2026-12-01')
  await aSubmittedAbstract(team)
  await move('2026-10-02')
}
