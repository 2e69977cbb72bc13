// Written by `npm run calls` from the operations of contract/. Do not edit by hand.
import type { Call } from '../heads.ts'
import { change, read } from '../sent.ts'
import type * as selectionAbstractDetail from '../selection/abstract-detail.ts'
import type * as selectionAbstractList from '../selection/abstract-list.ts'
import type * as selectionAssignments from '../selection/assignments.ts'
import type * as selectionCalls from '../selection/calls.ts'
import type * as selectionDecisions from '../selection/decisions.ts'
import type * as selectionInvitations from '../selection/invitations.ts'
import type * as selectionOverview from '../selection/overview.ts'
import type * as selectionRedactions from '../selection/redactions.ts'
import type * as selectionReviewWork from '../selection/review-work.ts'
import type * as selectionReviewers from '../selection/reviewers.ts'
import type * as selectionStaffConflicts from '../selection/staff-conflicts.ts'
import type * as selectionTold from '../selection/told.ts'

export const AbstractFile: Call<typeof selectionAbstractDetail.AbstractFile> = /* @__PURE__ */ read('AbstractFile', 'staff')
export const AbstractShow: Call<typeof selectionAbstractDetail.AbstractShow> = /* @__PURE__ */ read('AbstractShow', 'staff')
export const AbstractList: Call<typeof selectionAbstractList.AbstractList> = /* @__PURE__ */ read('AbstractList', 'staff')
export const AssignByHand: Call<typeof selectionAssignments.AssignByHand> = /* @__PURE__ */ change('AssignByHand', 'staff')
export const AssignmentPropose: Call<typeof selectionAssignments.AssignmentPropose> = /* @__PURE__ */ change('AssignmentPropose', 'staff')
export const RunApply: Call<typeof selectionAssignments.RunApply> = /* @__PURE__ */ change('RunApply', 'staff')
export const RunDiscard: Call<typeof selectionAssignments.RunDiscard> = /* @__PURE__ */ change('RunDiscard', 'staff')
export const RunShow: Call<typeof selectionAssignments.RunShow> = /* @__PURE__ */ read('RunShow', 'staff')
export const RunStop: Call<typeof selectionAssignments.RunStop> = /* @__PURE__ */ change('RunStop', 'staff')
export const Unassign: Call<typeof selectionAssignments.Unassign> = /* @__PURE__ */ change('Unassign', 'staff')
export const BeginReview: Call<typeof selectionCalls.BeginReview> = /* @__PURE__ */ change('BeginReview', 'staff')
export const CallSave: Call<typeof selectionCalls.CallSave> = /* @__PURE__ */ change('CallSave', 'staff')
export const CallShow: Call<typeof selectionCalls.CallShow> = /* @__PURE__ */ read('CallShow', 'staff')
export const CriterionRetire: Call<typeof selectionCalls.CriterionRetire> = /* @__PURE__ */ change('CriterionRetire', 'staff')
export const CriterionSave: Call<typeof selectionCalls.CriterionSave> = /* @__PURE__ */ change('CriterionSave', 'staff')
export const AbstractMerge: Call<typeof selectionDecisions.AbstractMerge> = /* @__PURE__ */ change('AbstractMerge', 'staff')
export const DecisionList: Call<typeof selectionDecisions.DecisionList> = /* @__PURE__ */ read('DecisionList', 'staff')
export const DecisionPreview: Call<typeof selectionDecisions.DecisionPreview> = /* @__PURE__ */ read('DecisionPreview', 'staff')
export const DecisionPublish: Call<typeof selectionDecisions.DecisionPublish> = /* @__PURE__ */ change('DecisionPublish', 'staff')
export const DecisionReset: Call<typeof selectionDecisions.DecisionReset> = /* @__PURE__ */ change('DecisionReset', 'staff')
export const DecisionSet: Call<typeof selectionDecisions.DecisionSet> = /* @__PURE__ */ change('DecisionSet', 'staff')
export const DecisionTakeBack: Call<typeof selectionDecisions.DecisionTakeBack> = /* @__PURE__ */ change('DecisionTakeBack', 'staff')
export const LikenessList: Call<typeof selectionDecisions.LikenessList> = /* @__PURE__ */ read('LikenessList', 'staff')
export const LikenessSettle: Call<typeof selectionDecisions.LikenessSettle> = /* @__PURE__ */ change('LikenessSettle', 'staff')
export const PlacesSave: Call<typeof selectionDecisions.PlacesSave> = /* @__PURE__ */ change('PlacesSave', 'staff')
export const WaitingMove: Call<typeof selectionDecisions.WaitingMove> = /* @__PURE__ */ change('WaitingMove', 'staff')
export const InvitationAnswer: Call<typeof selectionInvitations.InvitationAnswer> = /* @__PURE__ */ change('InvitationAnswer', 'none', { withSession: true })
export const InvitationRead: Call<typeof selectionInvitations.InvitationRead> = /* @__PURE__ */ read('InvitationRead', 'none', { method: 'POST' })
export const ReviewOverview: Call<typeof selectionOverview.ReviewOverview> = /* @__PURE__ */ read('ReviewOverview', 'staff')
export const RedactionAsk: Call<typeof selectionRedactions.RedactionAsk> = /* @__PURE__ */ change('RedactionAsk', 'staff')
export const RedactionFile: Call<typeof selectionRedactions.RedactionFile> = /* @__PURE__ */ read('RedactionFile', 'staff')
export const RedactionPage: Call<typeof selectionRedactions.RedactionPage> = /* @__PURE__ */ read('RedactionPage', 'staff')
export const RedactionQueue: Call<typeof selectionRedactions.RedactionQueue> = /* @__PURE__ */ read('RedactionQueue', 'staff')
export const RedactionSave: Call<typeof selectionRedactions.RedactionSave> = /* @__PURE__ */ change('RedactionSave', 'staff')
export const RedactionShow: Call<typeof selectionRedactions.RedactionShow> = /* @__PURE__ */ read('RedactionShow', 'staff')
export const RemarkByChair: Call<typeof selectionReviewWork.RemarkByChair> = /* @__PURE__ */ change('RemarkByChair', 'staff')
export const ReviewRemind: Call<typeof selectionReviewWork.ReviewRemind> = /* @__PURE__ */ change('ReviewRemind', 'staff')
export const ReviewSendBack: Call<typeof selectionReviewWork.ReviewSendBack> = /* @__PURE__ */ change('ReviewSendBack', 'staff')
export const ConflictClear: Call<typeof selectionReviewers.ConflictClear> = /* @__PURE__ */ change('ConflictClear', 'staff')
export const ConflictList: Call<typeof selectionReviewers.ConflictList> = /* @__PURE__ */ read('ConflictList', 'staff')
export const ConflictSet: Call<typeof selectionReviewers.ConflictSet> = /* @__PURE__ */ change('ConflictSet', 'staff')
export const ReviewerChange: Call<typeof selectionReviewers.ReviewerChange> = /* @__PURE__ */ change('ReviewerChange', 'staff')
export const ReviewerInvitationPreview: Call<typeof selectionReviewers.ReviewerInvitationPreview> = /* @__PURE__ */ read('ReviewerInvitationPreview', 'staff', { method: 'POST' })
export const ReviewerList: Call<typeof selectionReviewers.ReviewerList> = /* @__PURE__ */ read('ReviewerList', 'staff')
export const ReviewerRemove: Call<typeof selectionReviewers.ReviewerRemove> = /* @__PURE__ */ change('ReviewerRemove', 'staff')
export const ReviewersInvite: Call<typeof selectionReviewers.ReviewersInvite> = /* @__PURE__ */ change('ReviewersInvite', 'staff')
export const StaffConflictList: Call<typeof selectionStaffConflicts.StaffConflictList> = /* @__PURE__ */ read('StaffConflictList', 'staff')
export const StaffConflictSet: Call<typeof selectionStaffConflicts.StaffConflictSet> = /* @__PURE__ */ change('StaffConflictSet', 'staff')
export const BlindCheck: Call<typeof selectionTold.BlindCheck> = /* @__PURE__ */ read('BlindCheck', 'session')
export const DecisionRead: Call<typeof selectionTold.DecisionRead> = /* @__PURE__ */ read('DecisionRead', 'session')
export const PresentingAnswer: Call<typeof selectionTold.PresentingAnswer> = /* @__PURE__ */ change('PresentingAnswer', 'session', { repeatable: true })
export const RevisionSend: Call<typeof selectionTold.RevisionSend> = /* @__PURE__ */ change('RevisionSend', 'session', { repeatable: true })
