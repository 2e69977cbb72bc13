import type { World } from '#server/kernel/world.ts'
/** Documents of a word processor become PDF first, where this machine has one: what a PDF may keep is a shorter list. */
import type { FileExtension } from '#server/platform/files/file-kinds.ts'

type Source = { path: string; extension: FileExtension }

const ofWordProcessors: readonly FileExtension[] = ['doc', 'docx', 'rtf']

/** As it is, where no PDF can be made of it. */
export async function asPdf({ office, log }: Pick<World, 'office' | 'log'>, source: Source): Promise<Source> {
  if (!office || !ofWordProcessors.includes(source.extension)) return source
  const path = await office(source)
  if (!path) log.warn({ extension: source.extension }, 'LibreOffice made no PDF of a document')
  return path ? { path, extension: 'pdf' } : source
}
