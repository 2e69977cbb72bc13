/** An archive that is made while it is sent: one file at a time is open, and none is held in memory. */
import { Readable } from 'node:stream'
import yazl from 'yazl'

/** `open` is called when the turn of this file comes. What is packed already is not packed once more. */
export type ZipEntry = { name: string; isPacked: boolean; open: () => Promise<Readable | string> }

type ZipOptions = { within: number; now: Date; log: { error: (what: object) => void } }

/** Whoever reads too slowly, or goes, ends it: nothing stays open for them. */
export function zipOf(entries: readonly ZipEntry[], { within, now, log }: ZipOptions): Readable {
  const zip = new yazl.ZipFile()
  const archive = zip.outputStream as Readable
  let reading: Readable | undefined
  for (const { name, isPacked, open } of entries) {
    zip.addReadStreamLazy(name, { compress: !isPacked, mtime: now }, (start) => {
      open().then(
        (opened) => {
          reading = typeof opened === 'string' ? Readable.from([Buffer.from(opened)]) : opened
          // The reader went while the file was being opened.
          if (archive.destroyed) reading.destroy()
          else start(null, reading)
        },
        (error: Error) => start(error, undefined as never),
      )
    })
  }
  zip.on('error', (error: Error) => {
    log.error({ err: error })
    archive.destroy(error)
  })
  const tooLong = setTimeout(() => archive.destroy(new Error('nobody read the archive to its end in time')), within)
  tooLong.unref()
  archive.on('close', () => {
    clearTimeout(tooLong)
    reading?.destroy()
  })
  zip.end()
  return archive
}

/** A name that every system takes, and that leads to no other folder. */
export function nameInZip(name: string): string {
  const safe = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
  return /^\.+$/.test(safe) ? '_' : safe
}
