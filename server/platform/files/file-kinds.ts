/** Whether a file is what its name says, judged by its bytes. Nothing of it is run, and none of it is believed. Done by the process for costly work. */
import { open } from 'node:fs/promises'
import type { Effort } from '#server/platform/costly-work/effort.ts'
import { headOfJpeg } from './jpeg-parts.ts'
import { judgeDoc } from './older-word-files.ts'
import { type Judgement, type OpenedFile, readAt, readThrough, readWhole } from './opened-file.ts'
import { judgePdf } from './pdf-files.ts'
import { kindOf } from './picture-head.ts'
import { headOfPng } from './png-parts.ts'
import { judgeRtf } from './rtf-files.ts'
import { judgeDocx } from './word-files.ts'

const mostPixels = 100_000_000

/** How each kind is named to whoever downloads it. */
export const fileTypes = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  rtf: 'application/rtf',
  txt: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
} as const
export type FileExtension = keyof typeof fileTypes

const judges: Record<FileExtension, (opened: OpenedFile) => Promise<Judgement>> = {
  jpg: judgePicture('jpeg'),
  jpeg: judgePicture('jpeg'),
  png: judgePicture('png'),
  doc: judgeDoc,
  docx: judgeDocx,
  rtf: judgeRtf,
  txt: judgeText,
  pdf: judgePdf,
}

type Named = { path: string; extension: FileExtension }

export async function judgeFile({ path, extension }: Named, effort: Effort): Promise<Judgement> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    return size === 0 ? 'wrong kind' : await judges[extension]({ file, path, size, effort })
  } finally {
    await file.close()
  }
}

/** It is kept as it came, and nobody here draws it: what it says of itself is all that is read. */
function judgePicture(kind: 'jpeg' | 'png') {
  return async (opened: OpenedFile): Promise<Judgement> => {
    const bytes = await readWhole(opened)
    const head = kindOf(bytes) === kind ? (kind === 'png' ? headOfPng(bytes) : headOfJpeg(bytes)) : undefined
    if (!head) return 'wrong kind'
    return head.width * head.height > mostPixels ? 'unsafe' : 'good'
  }
}

/** Text in UTF-8, in UTF-16 with its mark, or in an old encoding of one byte for each character. */
async function judgeText(opened: OpenedFile): Promise<Judgement> {
  const start = await readAt(opened.file, 0, 1024)
  const wide =
    start[0] === 0xff && start[1] === 0xfe
      ? 'utf-16le'
      : start[0] === 0xfe && start[1] === 0xff
        ? 'utf-16be'
        : undefined
  const words = new TextDecoder(wide ?? 'latin1')
    .decode(start)
    .replace(/^(\ufeff|ï»¿)/, '')
    .trimStart()
  // A page or a program that calls itself a text.
  if (/^(<(!doctype|\?xml|\?php|html|head|body|svg|script|iframe|img|xml)|%!PS|%PDF-|#!|{\\rtf|MZ)/i.test(words))
    return 'wrong kind'
  const decoder = wide && new TextDecoder(wide, { fatal: true })
  for await (const bytes of readThrough(opened)) {
    if (decoder ? !decodes(decoder, bytes) : hasControls(bytes)) return 'wrong kind'
  }
  return 'good'
}

function decodes(decoder: InstanceType<typeof TextDecoder>, bytes: Buffer): boolean {
  try {
    return !decoder.decode(bytes, { stream: true }).includes('\0')
  } catch {
    return false
  }
}

/** Below the blank, a text has tabs, line ends, page breaks and nothing else. */
function hasControls(bytes: Buffer): boolean {
  return bytes.some((byte) => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1a)
}
