/** The one door to the library that reads pictures: how it is set up holds for the whole process. The server itself never loads it. */
import type Sharp from 'sharp'

const loaders = {
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
}

let library: Promise<typeof Sharp> | undefined

/** Loaded with the first picture: it takes a fifth of a second and 20 MB. */
export function openPictureLibrary(): Promise<typeof Sharp> {
  return (library ??= import('sharp').then(({ default: sharp }) => {
    // It reads thirty formats, some through parsers with a history. It is left the ones that we take.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock(loaders)
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  }))
}
