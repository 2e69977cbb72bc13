/** What is done in a process of its own, by name. Each is read from its file when it is first asked for: the server itself loads none of them. */
import type { ToCopy } from '#server/platform/files/blind-copy.ts'
import type { FileExtension } from '#server/platform/files/file-kinds.ts'
import type { ToDraw } from '#server/platform/files/page-picture.ts'
import type { Effort } from './effort.ts'

export type Task<Input = never, Result = unknown> = (input: Input, effort: Effort) => Promise<Result>
export type Tasks = Record<string, Task>

export const tasks = {
  portrait: async (path: string, effort: Effort) =>
    (await import('#server/platform/files/pictures.ts')).portraitOf(path, effort),
  picture: async (path: string, effort: Effort) =>
    (await import('#server/platform/files/pictures.ts')).pictureOf(path, effort),
  judgeFile: async (named: { path: string; extension: FileExtension }, effort: Effort) =>
    (await import('#server/platform/files/file-kinds.ts')).judgeFile(named, effort),
  blindCopy: async (file: ToCopy, effort: Effort) =>
    (await import('#server/platform/files/blind-copy.ts')).blindCopy(file, effort),
  /** As PNG. Undefined: there is no such page, or nothing of it can be drawn. */
  pagePicture: async (page: ToDraw, effort: Effort) =>
    (await import('#server/platform/files/page-picture.ts')).pagePicture(page, effort),
} satisfies Tasks
