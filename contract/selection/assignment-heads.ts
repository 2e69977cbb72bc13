/** How the calls are sent by which staff give abstracts to reviewers. Without zod: the console has this too. */
import { heads } from '#contract/heads.ts'

export const assignmentHeads = heads({
  AssignmentPropose: {
    name: 'AssignmentPropose',
    method: 'POST',
    path: '/staff/AssignmentPropose',
    token: 'staff',
    may: 'review.manage',
    kind: 'change',
  },
  RunShow: {
    name: 'RunShow',
    method: 'GET',
    path: '/staff/RunShow',
    token: 'staff',
    may: 'review.manage',
    kind: 'read',
  },
  RunStop: {
    name: 'RunStop',
    method: 'POST',
    path: '/staff/RunStop',
    token: 'staff',
    may: 'review.manage',
    kind: 'change',
  },
  RunApply: {
    name: 'RunApply',
    method: 'POST',
    path: '/staff/RunApply',
    token: 'staff',
    may: 'review.manage',
    kind: 'change',
  },
  RunDiscard: {
    name: 'RunDiscard',
    method: 'POST',
    path: '/staff/RunDiscard',
    token: 'staff',
    may: 'review.manage',
    kind: 'change',
  },
  AssignByHand: {
    name: 'AssignByHand',
    method: 'POST',
    path: '/staff/AssignByHand',
    token: 'staff',
    may: 'review.manage',
    kind: 'change',
  },
  Unassign: {
    name: 'Unassign',
    method: 'POST',
    path: '/staff/Unassign',
    token: 'staff',
    may: 'review.manage',
    kind: 'change',
  },
})
