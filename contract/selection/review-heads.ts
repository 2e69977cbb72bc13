/** How the calls are sent by which staff look after reviews. Without zod: the console has this too. */
import { heads } from '#contract/heads.ts'

export const reviewWorkHeads = heads({
  ReviewSendBack: {
    name: 'ReviewSendBack',
    method: 'POST',
    path: '/staff/ReviewSendBack',
    token: 'staff',
    may: 'review.manage',
    kind: 'change',
    runs: 'act',
  },
  ReviewRemind: {
    name: 'ReviewRemind',
    method: 'POST',
    path: '/staff/ReviewRemind',
    token: 'staff',
    may: 'review.manage',
    kind: 'change',
    runs: 'act',
  },
  RemarkByChair: {
    name: 'RemarkByChair',
    method: 'POST',
    path: '/staff/RemarkByChair',
    token: 'staff',
    may: 'review.decide',
    kind: 'change',
    runs: 'act',
  },
})
