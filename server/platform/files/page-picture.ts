/** One page of a blind copy as a picture for a screen. Done by the process for costly work. */
import { readFile } from 'node:fs/promises'
import type { Effort } from '#server/platform/costly-work/effort.ts'

/** `type` as it is served; `page` counts from 1. */
export type ToDraw = { path: string; type: string; page: number }

/** As PNG. Undefined: there is no such page, or nothing of it can be drawn. */
export async function pagePicture({ path, type, page }: ToDraw, effort: Effort): Promise<Buffer | undefined> {
  effort.takeTime()
  const bytes = await readFile(path)
  const picture = type === 'application/pdf' ? await pictureOfPdf(bytes, page) : page === 1 ? bytes : undefined
  if (!picture) return undefined
  const { screenPicture } = await import('./pictures.ts')
  const drawn = await screenPicture(Buffer.from(picture))
  return typeof drawn === 'string' ? undefined : drawn
}

async function pictureOfPdf(bytes: Buffer, page: number): Promise<Uint8Array | undefined> {
  return (await import('./picture-pdf.ts')).pictureOfPage(bytes, page)
}
