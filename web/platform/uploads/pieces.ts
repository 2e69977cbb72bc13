import type { UploadBegin, UploadPiece } from '#contract/abstracts/abstracts.ts'
/** A large file, sent piece by piece: a lost connection costs one piece at most. */
import { abstractCalls } from '#contract/abstracts/heads.ts'
import { abstractTexts, pieceBytes } from '#contract/abstracts/rules.ts'
import { call, rowOf, type AnswerTo, type Ask } from '#web/platform/call.ts'
import type { Store } from '#web/platform/store.ts'
import { persevere, type Patience } from './persevere.ts'
import { upload, type Watch } from './send.ts'

export type Who = Pick<Ask<typeof UploadBegin>, 'UserID' | 'EventID' | 'ApplicantID'>
/** The whole file is there under this name, or why it is not. */
export type Arrived = { UploadID: string } | { failure: AnswerTo<typeof UploadBegin> }
type Parcel = { file: File; who: Who; watch: Watch & Omit<Patience, 'tries'> }

const tries = 10
/** A server that lost what it had is begun with anew, but not for ever. */
const beginnings = 3

export async function sendInPieces(store: Store, parcel: Parcel): Promise<Arrived> {
  let answer: AnswerTo<typeof UploadBegin> = { kind: 'failed' }
  for (let begun = 0; begun < beginnings; begun += 1) {
    answer = await begin(store, parcel)
    const { UploadID, Received = 0 } = rowOf(answer) ?? {}
    if (UploadID === undefined) return { failure: answer }
    const end = await sendFrom(store, parcel, { UploadID, Received })
    if (end === 'arrived') return { UploadID }
    answer = end
    if (rowOf(answer)?.Status !== abstractTexts.uploadGone) break
  }
  return { failure: answer }
}

/** Begun again, the same file goes on where it was. */
const begin = (store: Store, parcel: Parcel): Promise<AnswerTo<typeof UploadBegin>> =>
  persevere(() => askPlace(store, parcel), { ...parcel.watch, tries })

const askPlace = (store: Store, { file, who }: Parcel): Promise<AnswerTo<typeof UploadBegin>> =>
  call(store, abstractCalls.UploadBegin, { ...who, FileName: file.name, FileSize: file.size, FileKey: fileKey(file) })

type Place = { UploadID: string; Received: number }

async function sendFrom(store: Store, parcel: Parcel, place: Place): Promise<'arrived' | AnswerTo<typeof UploadPiece>> {
  const { file, watch } = parcel
  let at = place.Received
  for (let stuck = 0; at < file.size;) {
    watch.onProgress(at)
    const answer = await sendOnce(store, parcel, { ...place, Received: at })
    const { Received } = rowOf(answer) ?? {}
    // The same place told again and again is no progress.
    stuck = Received === at ? stuck + 1 : 0
    if (watch.signal.aborted || stuck > 1 || Received === undefined) return answer
    at = Received
  }
  watch.onProgress(file.size)
  return 'arrived'
}

/** One piece. After a lost answer the server is asked first where it is: the piece may have arrived. */
function sendOnce(store: Store, parcel: Parcel, place: Place): Promise<AnswerTo<typeof UploadPiece>> {
  let isAgain = false
  const attempt = async () => {
    if (isAgain) {
      const answer = await askPlace(store, parcel)
      if (rowOf(answer)?.Received !== place.Received) return answer
    }
    isAgain = true
    return sendPiece(store, parcel, place)
  }
  return persevere(attempt, { ...parcel.watch, tries })
}

function sendPiece(
  store: Store,
  { file, who, watch }: Parcel,
  { UploadID, Received }: Place,
): Promise<AnswerTo<typeof UploadPiece>> {
  const Piece = new File([file.slice(Received, Received + pieceBytes)], 'piece')
  const input = { ...who, UploadID, Offset: Received, Piece }
  const onProgress = (bytes: number) => watch.onProgress(Math.min(Received + bytes, file.size))
  return upload(store, { call: abstractCalls.UploadPiece, input }, { ...watch, onProgress })
}

/** Tells a file from another one of the same name. */
export function fileKey({ name, size, lastModified }: File): string {
  let sum = 0
  for (const letter of name) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0
  return `${size}-${lastModified}-${(sum >>> 0).toString(36)}`
}
