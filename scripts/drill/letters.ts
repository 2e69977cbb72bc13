/** The letters that arrived during the drill: when, to whom, and under which id. */
import { openMailServer } from '#server/testing/mail-server.ts'

export type Letter = { to: string; id: string; at: number }
export type Mailbox = AsyncDisposable & { url: string; letters: Letter[] }

/** Slow, so that there is always a letter in hand when something is killed. */
const takes = 250

export async function openMailbox(): Promise<Mailbox> {
  const letters: Letter[] = []
  const onLetter = (bytes: Buffer) => letters.push({ ...headOf(bytes.toString()), at: performance.now() })
  const { url, close } = await openMailServer({ takes, onLetter })
  return { url, letters, [Symbol.asyncDispose]: close }
}

export function headOf(letter: string): { to: string; id: string } {
  const field = (name: string) => new RegExp(`^${name}:\\s*<?([^\\s>]+)`, 'im').exec(letter)?.[1] ?? ''
  return { to: field('To'), id: field('Message-ID') }
}

/** Something that somebody had in hand when it was killed: they paid, and their letter was on its way or not yet written. */
export type InHand = { email: string; since: number; fault: string }

/** How long each took to be finished, in seconds; undefined where it never was. */
export function finishedAfter(inHand: InHand[], letters: Letter[]): (number | undefined)[] {
  return inHand.map(({ email, since }) => {
    const first = letters.find(({ to }) => to === email)
    return first && Math.max(0, (first.at - since) / 1000)
  })
}

/** Whoever got more than one letter about a purchase, or one more than twice. */
export function twiceTold(emails: ReadonlySet<string>, letters: Letter[]): string[] {
  const byPerson = Map.groupBy(
    letters.filter(({ to }) => emails.has(to)),
    ({ to }) => to,
  )
  return [...byPerson].flatMap(([to, got]) => (new Set(got.map(({ id }) => id)).size > 1 || got.length > 2 ? [to] : []))
}
