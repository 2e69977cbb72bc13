/** The word processor of the machine, real where there is one, and programs that behave as badly as one can. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { effortOf } from '#server/platform/costly-work/effort.ts'
import { anRtf } from '#server/testing/documents.ts'
import { stillIn } from '#server/testing/planted.ts'
import { aFolder, until } from '#server/testing/process.ts'
import { blindCopy } from './blind-copy.ts'
import { openOffice } from './office.ts'

const real = ['/usr/bin/soffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice'].find((each) =>
  existsSync(each),
)

function aFile(bytes: Buffer): string {
  const path = join(aFolder(), 'arrived')
  writeFileSync(path, bytes)
  return path
}

function aProgram(script: string): string {
  const path = join(aFolder(), 'office')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o700)
  return path
}

test('without a program there is no office', () => {
  expect(openOffice(undefined)).toBeUndefined()
})

// The last word is the document, the one before it the folder for the PDF.
test.runIf(process.platform !== 'win32')(
  'what the program writes is the PDF, and its folder is gone (needs a shell)',
  async () => {
    const program = aProgram(
      'for word; do :; done; cp "$word" "$(dirname "$word")/document.pdf"; pwd > "$(dirname "$0")/where"; test -z "$DATABASE_URL"',
    )
    const pdf = await openOffice(program)?.({ path: aFile(Buffer.from('words')), extension: 'rtf' })
    expect(readFileSync(pdf ?? '', 'utf8')).toBe('words')
    expect(existsSync(readFileSync(join(program, '../where'), 'utf8').trim())).toBe(false)
  },
)

test.runIf(process.platform !== 'win32')(
  'one that never ends is killed with its children (needs a shell)',
  async () => {
    const program = aProgram('sleep 600 & echo $! > "$(dirname "$0")/child"; sleep 600')
    expect(await openOffice(program, 2)?.({ path: aFile(Buffer.from('words')), extension: 'doc' })).toBeUndefined()
    const child = readFileSync(join(program, '../child'), 'utf8').trim()
    await until(() => !isRunning(child))
  },
)

/** One that is dead and not yet buried counts as gone. */
function isRunning(pid: string): boolean {
  const told = `/proc/${pid}/stat`
  return existsSync(told) && !/\) Z /.test(readFileSync(told, 'utf8'))
}

test.each([
  ['is not there', '/nowhere/soffice'],
  ['fails', '/bin/false'],
])('a program that %s gives no PDF', async (_, program) => {
  expect(await openOffice(program)?.({ path: aFile(Buffer.from('words')), extension: 'doc' })).toBeUndefined()
})

test.runIf(real)(
  'REV-016: rich text becomes a PDF without its author (needs LibreOffice)',
  { timeout: 120_000 },
  async () => {
    const rich = anRtf('{\\info{\\author Zubaida}{\\company Zubaida}}A study of sepsis')
    const pdf = await openOffice(real)?.({ path: aFile(rich), extension: 'rtf' })
    const into = join(aFolder(), 'copy')
    const made = await blindCopy({ path: pdf ?? '', extension: 'pdf', into }, effortOf('slow'))
    expect(made).toMatchObject({ result: 'copy', type: 'application/pdf', isRead: true })
    expect('text' in made && made.text).toContain('A study of sepsis')
    expect(await stillIn(readFileSync(into), ['Zubaida', 'LibreOffice'])).toEqual([])
  },
)
