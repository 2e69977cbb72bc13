/** A copy of a file that says nothing of who made it: no properties, comments, changes, attachments or places. Done by the process for costly work. */
import type { Effort } from '#server/platform/costly-work/effort.ts'
import type { FileExtension } from './file-kinds.ts'

/** `into` is written only where the result is a copy. */
export type ToCopy = { path: string; extension: FileExtension; into: string }

/** `text` is what can be read in the copy, for whoever looks for names. `none`: of this kind no copy is made. `cannot`: of this one. */
export type BlindCopy =
  | { result: 'copy'; size: number; type: string; text: string }
  | { result: 'none' | 'cannot'; why: string }

export async function blindCopy({ extension }: ToCopy, _effort: Effort): Promise<BlindCopy> {
  return { result: 'none', why: `No copy is made of ${extension}.` }
}
