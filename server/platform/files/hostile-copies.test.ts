/** Hostile files in the process that makes copies: each ends as a clean copy or as `cannot`, and the next one is made. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type CostlyWork, openCostlyWork } from '#server/platform/costly-work/costly-work.ts'
import { allCopies, quickCopies } from '#server/testing/hostile-copies.ts'
import type { HostileFile } from '#server/testing/hostile-files.ts'
import { hiddenWord } from '#server/testing/hostile-pdfs.ts'
import { aPage, pdfOf } from '#server/testing/pdf.ts'
import { stillIn } from '#server/testing/planted.ts'
import { aFolder, childrenOf, until } from '#server/testing/process.ts'
import type { BlindCopy } from './blind-copy.ts'
import type { FileExtension } from './file-kinds.ts'

type Ended = BlindCopy['result'] | 'too costly'

function copier() {
  const work: CostlyWork = openCostlyWork({ log: { warn: () => undefined } })
  onTestFinished(() => work.stop())
  const folder = aFolder()
  const copy = async (bytes: Buffer, extension: FileExtension): Promise<{ ended: Ended; left: string[] }> => {
    const [path, into] = [join(folder, 'original'), join(folder, 'copy')]
    rmSync(into, { force: true })
    writeFileSync(path, bytes)
    const made = await work.ask('prepare', 'blindCopy', { path, extension, into })
    if (made === 'too costly' || made.result !== 'copy')
      return { ended: made === 'too costly' ? made : made.result, left: [] }
    return {
      ended: 'copy',
      left: await stillIn(readFileSync(into), [hiddenWord, '/JavaScript', '/Launch', 'vbaProject']),
    }
  }
  return { work, copy }
}

async function howTheyEnd(files: readonly HostileFile[]): Promise<[string, Ended, string[]][]> {
  const { copy } = copier()
  const ends: [string, Ended, string[]][] = []
  for (const [name, extension, make] of files) {
    const { ended, left } = await copy(await make(), extension)
    ends.push([name, ended, left])
  }
  // Whatever they did to it, the next one is served.
  expect((await copy(pdfOf(aPage('words')), 'pdf')).ended).toBe('copy')
  return ends
}

test('fifteen hostile files end as a clean copy or as cannot', { timeout: 120_000 }, async () => {
  const ends = await howTheyEnd(quickCopies)
  expect(ends).toEqual([
    ['an encrypted PDF', 'cannot', []],
    ['half a PDF', 'cannot', []],
    ['a PDF without pages', 'cannot', []],
    ['a PDF of nothing but its first words', 'cannot', []],
    ['a PDF whose pages lie in themselves', 'cannot', []],
    ['a PDF of 5,000 pages', 'cannot', []],
    ['a PDF whose form draws itself', 'copy', []],
    ['a PDF with XMP in a font', 'copy', []],
    ['a PDF that was changed twice', 'copy', []],
    ['a PDF that deleted a page', 'copy', []],
    ['a PDF with a file in it', 'copy', []],
    ['a Word file that was cut', 'cannot', []],
    ['a Word file of one letter, 20 million times', 'cannot', []],
    ['a Word file with a drawing of Windows', 'cannot', []],
    ['a picture that breaks off', 'cannot', []],
  ])
})

test.runIf(process.env.TEST_LONG)(
  'all hostile files end as a clean copy or as cannot (needs npm run test:long)',
  { timeout: 900_000 },
  async () => {
    const ends = await howTheyEnd(allCopies)
    expect(ends.length).toBeGreaterThan(60)
    const isGood = ([, ended, left]: [string, Ended, string[]]) =>
      ended === 'copy' || ended === 'none' ? left.length === 0 : ['cannot', 'too costly'].includes(ended)
    expect(ends.filter((end) => !isGood(end))).toEqual([])
  },
)

test('the death of the process harms nobody: the next copy is made', async () => {
  const { copy } = copier()
  const good = pdfOf(aPage('words'))
  const before = childrenOf(process.pid)
  expect((await copy(good, 'pdf')).ended).toBe('copy')
  const theirs = childrenOf(process.pid).filter((pid) => !before.includes(pid))
  for (const pid of theirs) process.kill(pid, 'SIGKILL')
  await until(() => !childrenOf(process.pid).some((pid) => theirs.includes(pid)))
  // Whoever asks before its death is noticed hears that it is busy for a moment.
  const again = async () => (await copy(good, 'pdf').catch(() => copy(good, 'pdf'))).ended
  expect(await again()).toBe('copy')
})
