/** Where the file of an abstract goes when it is sent in pieces. */
import { abstractTexts, pieceBytes } from '#contract/abstracts/rules.ts'
import * as calls from '#contract/calls/abstracts.ts'
import { call } from '#web/platform/call.ts'
import type { Destination } from '#web/platform/uploads/pieces.ts'
import { upload } from '#web/platform/uploads/send.ts'
import type { idsOf } from './api.ts'

export const abstractFile = (ids: Partial<ReturnType<typeof idsOf>>): Destination => ({
  begin: (store, named) => call(store, calls.UploadBegin, { ...ids, ...named }),
  send: (store, piece, watch) => upload(store, { call: calls.UploadPiece, input: { ...ids, ...piece } }, watch),
  pieceBytes,
  gone: abstractTexts.uploadGone,
})
