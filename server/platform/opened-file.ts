/** A file on this machine that is being looked at. */
import type { FileHandle } from 'node:fs/promises'

/** `unsafe` is of its kind, but could harm whoever opens it. */
export type Judgement = 'good' | 'wrong kind' | 'unsafe'
export type OpenedFile = { file: FileHandle; path: string; size: number; signal: AbortSignal }

/** At most so many bytes from there; fewer at the end. */
export async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}
