/** How long the blind copy of a large PDF takes, in the process that makes it. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCostlyWork } from '#server/platform/costly-work/costly-work.ts'
import { font, line, type PdfObjects, pdfOf, streamOf } from '#server/testing/pdf.ts'
import type { Figure } from './measure.ts'

const [pages, side, rounds] = [20, 418, 5] as const

const longest = 3000

export async function blindCopies(): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const work = openCostlyWork({ log: { warn: () => undefined } })
  try {
    const path = join(folder, 'original')
    const original = picturesAndWords()
    await writeFile(path, original)
    const took: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const before = performance.now()
      const made = await work.ask('bench', 'blindCopy', { path, extension: 'pdf', into: join(folder, `copy${round}`) })
      if (made === 'too costly' || made.result !== 'copy') throw new Error('there is no copy')
      took.push(performance.now() - before)
    }
    const [first = 0, ...others] = took
    const most = Math.max(...others)
    return {
      line: `blind copy of a PDF of ${(original.length / 1e6).toFixed(1)} MB: ${(most / 1000).toFixed(2)} s at most (goal ${longest / 1000}), ${(first / 1000).toFixed(2)} s with the start of its process`,
      holds: most <= longest,
    }
  } finally {
    await work.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A picture that cannot be packed, and a page of words, on each. */
function picturesAndWords(): Buffer {
  const objects: PdfObjects = { 1: '<< /Type /Catalog /Pages 2 0 R >>', 5: font }
  const kids = Array.from({ length: pages }, (_, at) => at * 3 + 10)
  const about = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 8 /ColorSpace /DeviceRGB`
  const words = Array.from({ length: 300 }, () => line('a line of words')).join('\n')
  for (const kid of kids) {
    objects[kid] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${kid + 1} 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /Im ${kid + 2} 0 R >> >> >>`
    objects[kid + 1] = streamOf('', `${words}\nq 400 0 0 400 50 50 cm /Im Do Q`)
    objects[kid + 2] = streamOf(about, randomBytes(side * side * 3))
  }
  objects[2] = `<< /Type /Pages /Count ${pages} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`
  return pdfOf(objects)
}
