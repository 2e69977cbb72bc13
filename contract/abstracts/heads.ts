/** How the calls about abstracts are sent. Without zod: the browser has this too. */
import { callsOf, heads } from '#contract/heads.ts'
import type * as abstracts from './abstracts.ts'
import { abstractTexts, fileBytes, fileField, pieceBytes } from './rules.ts'

const upload = { field: fileField, limit: fileBytes, tooLarge: abstractTexts.fileTooLarge } as const

export const abstractHeads = heads({
  GetAbstracts: {
    name: 'GetAbstracts',
    method: 'GET',
    path: '/api/GetAbstracts',
    token: 'session',
    at: 'event',
    kind: 'read',
  },
  SpecialityList: {
    name: 'SpecialityList',
    method: 'POST',
    path: '/api/SpecialityList',
    token: 'none',
    kind: 'read',
  },
  SubSpecialityList: {
    name: 'SubSpecialityList',
    method: 'POST',
    path: '/api/SubSpecialityList',
    token: 'none',
    kind: 'read',
  },
  AbstractSave: {
    name: 'AbstractSave',
    method: 'POST',
    path: '/api/AbstractSave',
    token: 'session',
    at: 'event',
    kind: 'change',
    upload,
  },
  AbstractUpdate: {
    name: 'AbstractUpdate',
    method: 'POST',
    path: '/api/AbstractUpdate',
    token: 'session',
    at: 'event',
    kind: 'change',
    upload,
  },
  SubmitAbstract: {
    name: 'SubmitAbstract',
    method: 'POST',
    path: '/api/SubmitAbstract',
    token: 'session',
    at: 'event',
    kind: 'change',
    repeatable: true,
  },
  RemoveAbstract: {
    name: 'RemoveAbstract',
    method: 'POST',
    path: '/api/RemoveAbstract',
    token: 'session',
    at: 'event',
    kind: 'change',
    repeatable: true,
  },
  AbstractDownload: {
    name: 'AbstractDownload',
    method: 'GET',
    path: '/api/AbstractDownload',
    token: 'session',
    at: 'event',
    kind: 'read',
  },
  UploadBegin: {
    name: 'UploadBegin',
    method: 'POST',
    path: '/api/UploadBegin',
    token: 'session',
    at: 'event',
    kind: 'change',
    repeatable: true,
  },
  UploadPiece: {
    name: 'UploadPiece',
    method: 'POST',
    path: '/api/UploadPiece',
    token: 'session',
    at: 'event',
    kind: 'change',
    upload: { field: 'Piece', limit: pieceBytes, tooLarge: abstractTexts.fileTooLarge },
  },
})

export const abstractCalls = callsOf<typeof abstracts>(abstractHeads)
