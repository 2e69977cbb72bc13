/** The one door to the library that reads pictures: how it is set up holds for the whole process. */
import type Sharp from 'sharp'

/** A portrait is read from memory; of a file that is kept as it came, only the head is read from the disk. */
const loaders = {
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
  ],
}

let library: Promise<typeof Sharp> | undefined

/** Loaded with the first picture: it takes a fifth of a second and 20 MB, which a start without pictures is spared. */
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
