/** How staff read one abstract. Without zod: the console has this too. */
import { heads } from '#contract/heads.ts'

export const abstractDetailHeads = heads({
  AbstractShow: {
    name: 'AbstractShow',
    method: 'GET',
    path: '/staff/AbstractShow',
    token: 'staff',
    may: 'review.read',
    kind: 'read',
  },
})
