/** Pages of a blind copy as staff see them before they release it: the same pages that reviewers get. */
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { RedactionPage } from '#contract/selection/redactions.ts'
import { numberOf } from '#contract/selection/words.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { hiddenFrom } from '#server/kernel/visibility/seen-by.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { findRedaction } from './redactions.ts'

export async function redactionPage(
  world: World,
  staff: Staff,
  { page, ...one }: ParsedInputOf<typeof RedactionPage>,
): Promise<ReplyOf<typeof RedactionPage>> {
  const seen = await findRedaction(world, one)
  const hidden = await hiddenFrom(world, staff, one.eventId)
  if (!seen?.fileKey || !seen.fileType || page > seen.filePages || hidden.includes(one.abstractId))
    return refuse('not_found')
  const drawn = await drawnPage(world, { key: seen.fileKey, type: seen.fileType, page, who: staff.accountId })
  return {
    type: 'image/png',
    name: `${numberOf(seen.number)}-page-${page}.png`,
    size: drawn.length,
    inline: true,
    bytes: Readable.from([drawn]),
  }
}

type Wanted = { key: string; type: string; page: number; who: number }

async function drawnPage(world: World, { key, type, page, who }: Wanted): Promise<Buffer> {
  const stored = (await world.files.get(key)) ?? refuse('not_found')
  await mkdir(world.files.incoming, { recursive: true, mode: 0o700 })
  const path = join(world.files.incoming, randomBytes(16).toString('hex'))
  try {
    await pipeline(stored.bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    const drawn = await world.costlyWork.ask(`pages ${who}`, 'pagePicture', { path, type, page })
    return drawn && drawn !== 'too costly' ? drawn : refuse('not_found')
  } finally {
    await rm(path, { force: true })
  }
}
