/** Whose a store is: the file store and the backup folder carry the id of their portal, and another portal is refused there. See docs/decisions/0079. */
import { z } from 'zod'
import { BadConfig } from '#server/platform/process/config.ts'
import { type Files, markName } from './files.ts'
import { countWritten, writtenAmong } from './ledger.ts'

const Mark = z.object({ portal: z.uuid(), address: z.string(), since: z.string() })
export type Mark = z.infer<typeof Mark>

export const markText = (mark: Mark): string => `${JSON.stringify(mark, undefined, 1)}\n`

/** `location` is for the sentence. */
export function readMark(text: string | undefined, location: string): Mark | undefined {
  if (text === undefined) return undefined
  try {
    return Mark.parse(JSON.parse(text))
  } catch {
    throw new BadConfig(`${markName} in ${location} is damaged: it does not say whose files these are.`)
  }
}

export const ofAnother = (location: string, { address, portal, since }: Mark): string =>
  `${location} belongs to another portal (${address}, since ${since.slice(0, 10)}, ${portal.slice(0, 8)}).`

type Road = Parameters<typeof countWritten>[0] & { now: () => Date }
export type Claim = {
  files: Files
  portal: string
  /** As the settings name it, for the sentence. */
  location: string
  address: string
  /** Where no setting chose the location, an empty one is new and not the wrong one. */
  mayBeEmpty: boolean
}

/** Enough to tell our own files from another's. */
const looked = 200

/** Marks a store that is new, or that this portal used before there were marks. Throws when it is another's, or not the one with our files. */
export async function claimStore(road: Road, claim: Claim): Promise<void> {
  const { files, portal, location } = claim
  const mark = readMark(await files.mark.read(), location)
  if (mark?.portal === portal) return
  if (mark) throw new BadConfig(`${ofAnother(location, mark)} Set FILES_URL to a place of this portal's own. ${wayOut}`)
  await refuseUnknown(road, claim)
  await markStore(road, claim)
}

const wayOut = 'If these are its files all the same, run npm run files -- claim.'

/** Whatever it is now. Read back, because of two that write at once one must hear that it came second. */
export async function markStore(
  { now }: Pick<Road, 'now'>,
  { files, portal, location, address }: Claim,
): Promise<void> {
  await files.mark.write(markText({ portal, address, since: now().toISOString() }))
  const written = readMark(await files.mark.read(), location)
  if (written?.portal !== portal) throw new BadConfig(`${location} does not keep what is written to it.`)
}

async function refuseUnknown(road: Road, { files, location, mayBeEmpty }: Claim): Promise<void> {
  const found: string[] = []
  for await (const { key } of files.list()) {
    found.push(key)
    if (found.length === looked) break
  }
  const written = await countWritten(road)
  if (found.length === 0 && written > 0 && !mayBeEmpty)
    throw new BadConfig(
      `${location} is empty, but the database names ${written} files that were stored. Mount its disk, or correct FILES_URL. ${wayOut}`,
    )
  if (found.length > 0 && (await writtenAmong(road, found)) === 0)
    throw new BadConfig(
      `${location} has files that this portal did not write, and no mark. Set FILES_URL to a place of its own. ${wayOut}`,
    )
}

/** Whether the store can be written, read and emptied. Throws a sentence that names the setting. */
export async function tryStore(files: Files, location: string): Promise<void> {
  const key = `trials/00/${'0'.repeat(30)}`
  const word = 'a trial of the file store'
  try {
    await files.put(key, Buffer.from(word))
    const read = await files.get(key)
    const chunks: Buffer[] = []
    if (read) for await (const chunk of read.bytes) chunks.push(chunk as Buffer)
    if (Buffer.concat(chunks).toString() !== word) throw new Error('what was written is not what is read')
    await files.remove(key)
  } catch (error) {
    throw new BadConfig(
      `FILES_URL does not work: in ${location} a file could not be written, read and removed (${(error as Error).message}).`,
      { cause: error },
    )
  }
}
