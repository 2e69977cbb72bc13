/** How staff find abstracts, and read one. Without zod: the console has this too. */
import { heads } from '#contract/heads.ts'

export const abstractDetailHeads = heads({
  AbstractList: {
    name: 'AbstractList',
    method: 'GET',
    path: '/staff/AbstractList',
    token: 'staff',
    may: 'review.read',
    kind: 'read',
  },
  AbstractShow: {
    name: 'AbstractShow',
    method: 'GET',
    path: '/staff/AbstractShow',
    token: 'staff',
    may: 'review.read',
    kind: 'read',
  },
  AbstractFile: {
    name: 'AbstractFile',
    method: 'GET',
    path: '/staff/AbstractFile',
    token: 'staff',
    may: 'review.read',
    kind: 'read',
  },
})
