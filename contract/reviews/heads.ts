/** How the calls of reviewers are sent. Without zod: the browser has this too. */
import { callsOf, heads } from '#contract/heads.ts'
import type * as bids from './bids.ts'
import type * as offers from './offers.ts'
import type * as reviews from './reviews.ts'

export const reviewHeads = heads({
  MyReviews: {
    name: 'MyReviews',
    method: 'GET',
    path: '/api/MyReviews',
    token: 'session',
    kind: 'read',
  },
  ReviewerOffer: {
    name: 'ReviewerOffer',
    method: 'POST',
    path: '/api/ReviewerOffer',
    token: 'session',
    at: 'review',
    kind: 'change',
    repeatable: true,
  },
  ReviewInbox: {
    name: 'ReviewInbox',
    method: 'GET',
    path: '/api/ReviewInbox',
    token: 'session',
    at: 'review',
    kind: 'read',
  },
  ReviewOpen: {
    name: 'ReviewOpen',
    method: 'POST',
    path: '/api/ReviewOpen',
    token: 'session',
    at: 'review',
    // The first time is written down.
    kind: 'change',
    repeatable: true,
  },
  ReviewFile: {
    name: 'ReviewFile',
    method: 'GET',
    path: '/api/ReviewFile',
    token: 'session',
    at: 'review',
    kind: 'read',
  },
  ReviewSave: {
    name: 'ReviewSave',
    method: 'POST',
    path: '/api/ReviewSave',
    token: 'session',
    at: 'review',
    kind: 'change',
    repeatable: true,
  },
  ReviewSubmit: {
    name: 'ReviewSubmit',
    method: 'POST',
    path: '/api/ReviewSubmit',
    token: 'session',
    at: 'review',
    kind: 'change',
    repeatable: true,
  },
  ReviewDecline: {
    name: 'ReviewDecline',
    method: 'POST',
    path: '/api/ReviewDecline',
    token: 'session',
    at: 'review',
    kind: 'change',
  },
  ReviewTakeBack: {
    name: 'ReviewTakeBack',
    method: 'POST',
    path: '/api/ReviewTakeBack',
    token: 'session',
    at: 'review',
    kind: 'change',
  },
  RemarkAdd: {
    name: 'RemarkAdd',
    method: 'POST',
    path: '/api/RemarkAdd',
    token: 'session',
    at: 'review',
    kind: 'change',
    repeatable: true,
  },
  BidList: {
    name: 'BidList',
    method: 'GET',
    path: '/api/BidList',
    token: 'session',
    at: 'review',
    kind: 'read',
  },
  BidSave: {
    name: 'BidSave',
    method: 'POST',
    path: '/api/BidSave',
    token: 'session',
    at: 'review',
    kind: 'change',
    repeatable: true,
  },
})

export const reviewCalls = callsOf<typeof bids & typeof offers & typeof reviews>(reviewHeads)

export const offerTexts = {
  frozen: 'Review has begun: please ask the chair to change your institution or department.',
  field: 'This event has no such field.',
} as const
