/** How the calls about the authors of an abstract are sent. Without zod: the browser has this too. */
import { callsOf, heads } from '#contract/heads.ts'
import type * as authors from './authors.ts'

export const authorHeads = heads({
  AuthorsRead: {
    name: 'AuthorsRead',
    method: 'GET',
    path: '/api/AuthorsRead',
    token: 'session',
    at: 'event',
    kind: 'read',
  },
  AuthorsSave: {
    name: 'AuthorsSave',
    method: 'POST',
    path: '/api/AuthorsSave',
    token: 'session',
    at: 'event',
    kind: 'change',
  },
})

export const authorCalls = callsOf<typeof authors>(authorHeads)

/** What a person reads when the list of authors is not taken as it is. */
export const authorTexts = {
  noPresenter: 'Name who presents.',
  twoPresenters: 'Only one of them presents.',
  twice: 'Two authors have the same email.',
  notAnEmail: 'One of the emails is not complete.',
  locked: 'The authors can no longer be changed. Please write to the conference office.',
} as const

export const mostAuthors = 30
export const mostNamed = 3
