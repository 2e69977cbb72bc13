/** A file on this machine that is being looked at. */
import type { FileHandle } from 'node:fs/promises'

/** `unsafe` is of its kind, but could harm whoever opens it. */
export type Judgement = 'good' | 'wrong kind' | 'unsafe'
export type OpenedFile = { file: FileHandle; path: string; size: number; signal: AbortSignal }

/** At most so many bytes from there, or as many as there is room for; fewer at the end. */
export async function readAt(file: FileHandle, at: number, room: number | Buffer): Promise<Buffer> {
  const buffer = typeof room === 'number' ? Buffer.allocUnsafe(room) : room
  const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
  return buffer.subarray(0, bytesRead)
}
