/** A large file, sent piece by piece: a lost connection costs one piece at most. */
import { rowOf, type Answer } from '#web/platform/call.ts'
import type { Store } from '#web/platform/store.ts'
import { retry, type RetryPolicy } from './retry.ts'
import type { Watch } from './send.ts'

/** What the server says: how many bytes from the beginning are safely there. */
type Told = { Table: { Status: string; UploadID?: string | undefined; Received?: number | undefined }[] }
type Named = { FileName: string; FileSize: number; FileKey: string }
type Piece = { UploadID: string; Offset: number; Piece: File }

/** Where files of one kind go, and how large their pieces are. */
export type Destination = {
  begin: (store: Store, named: Named) => Promise<Answer<Told>>
  send: (store: Store, piece: Piece, watch: Watch) => Promise<Answer<Told>>
  pieceBytes: number
  /** The sentence of a server that has lost what it had. */
  gone: string
}
/** The whole file is there under this name, or why it is not. */
export type Arrived = { UploadID: string } | { failure: Answer<Told> }
type Parcel = { file: File; to: Destination; watch: Watch & Omit<RetryPolicy, 'tries'> }

const tries = 10
/** A server that lost what it had is begun with anew, but not for ever. */
const beginnings = 3

export async function sendInPieces(store: Store, parcel: Parcel): Promise<Arrived> {
  let answer: Answer<Told> = { kind: 'failed' }
  for (let begun = 0; begun < beginnings; begun += 1) {
    answer = await begin(store, parcel)
    const { UploadID, Received = 0 } = rowOf(answer) ?? {}
    if (UploadID === undefined) return { failure: answer }
    const end = await sendFrom(store, parcel, { UploadID, Received })
    if (end === 'arrived') return { UploadID }
    answer = end
    if (rowOf(answer)?.Status !== parcel.to.gone) break
  }
  return { failure: answer }
}

/** Begun again, the same file goes on where it was. */
const begin = (store: Store, parcel: Parcel): Promise<Answer<Told>> =>
  retry(() => askOffset(store, parcel), { ...parcel.watch, tries })

const askOffset = (store: Store, { file, to }: Parcel): Promise<Answer<Told>> =>
  to.begin(store, { FileName: file.name, FileSize: file.size, FileKey: fileKey(file) })

type UploadState = { UploadID: string; Received: number }

async function sendFrom(store: Store, parcel: Parcel, state: UploadState): Promise<'arrived' | Answer<Told>> {
  const { file, watch } = parcel
  let at = state.Received
  for (let stuck = 0; at < file.size;) {
    watch.onProgress(at)
    const answer = await sendOnce(store, parcel, { ...state, Received: at })
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
function sendOnce(store: Store, parcel: Parcel, state: UploadState): Promise<Answer<Told>> {
  let isAgain = false
  const once = async () => {
    if (isAgain) {
      const answer = await askOffset(store, parcel)
      if (rowOf(answer)?.Received !== state.Received) return answer
    }
    isAgain = true
    return sendPiece(store, parcel, state)
  }
  return retry(once, { ...parcel.watch, tries })
}

function sendPiece(
  store: Store,
  { file, to, watch }: Parcel,
  { UploadID, Received }: UploadState,
): Promise<Answer<Told>> {
  const Piece = new File([file.slice(Received, Received + to.pieceBytes)], 'piece')
  const onProgress = (bytes: number) => watch.onProgress(Math.min(Received + bytes, file.size))
  return to.send(store, { UploadID, Offset: Received, Piece }, { ...watch, onProgress })
}

/** Tells a file from another one of the same name. */
export function fileKey({ name, size, lastModified }: File): string {
  let sum = 0
  for (const letter of name) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0
  return `${size}-${lastModified}-${(sum >>> 0).toString(36)}`
}
