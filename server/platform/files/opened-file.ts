/** A file on this machine that is being looked at. */
import type { FileHandle } from 'node:fs/promises'
import type { Effort } from '#server/platform/costly-work/effort.ts'

/** `unsafe` is of its kind, but could harm whoever opens it. */
export type Judgement = 'good' | 'wrong kind' | 'unsafe'
export type OpenedFile = { file: FileHandle; path: string; size: number; effort: Effort }

const oneRead = 1024 * 1024

/** At most so many bytes from there, or as many as there is room for; fewer at the end. */
export async function readAt(file: FileHandle, at: number, room: number | Buffer): Promise<Buffer> {
  const buffer = typeof room === 'number' ? Buffer.allocUnsafe(room) : room
  const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
  return buffer.subarray(0, bytesRead)
}

/** The whole file, part by part; the next one is read while one is looked at. Each begins with the last `again` bytes of the one before. */
export async function* readThrough({ file, size, effort }: OpenedFile, again = 0): AsyncGenerator<Buffer> {
  let [room, nextRoom] = [Buffer.allocUnsafe(Math.min(size, oneRead)), Buffer.allocUnsafe(Math.min(size, oneRead))]
  let next: Promise<Buffer> | undefined = readAt(file, 0, room)
  for (let at = oneRead - again; next; at += oneRead - again) {
    const bytes: Buffer = await next
    effort.spend(bytes.length)
    ;[room, nextRoom] = [nextRoom, room]
    next = at < size ? readAt(file, at, room) : undefined
    next?.catch(() => undefined)
    yield bytes
  }
}

/** All of it at once, for kinds that point to and fro. */
export async function readWhole({ file, size, effort }: OpenedFile): Promise<Buffer> {
  effort.spend(size)
  return readAt(file, 0, size)
}
