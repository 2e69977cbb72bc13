import type { Row } from '#server/database/tables.ts'
/** What an email has around its own words: the letterhead of the college, a greeting, a closing, and the address that replies go to. */
import { letterheadWords } from '#server/kernel/published-pages.ts'
import type { World } from '#server/kernel/world.ts'
import { framed, type Letterhead, type Written } from '#server/platform/mail/letter.ts'

type Dressed = { text: string; html: string; replyTo: string | undefined }

export async function dressed(
  world: Pick<World, 'db' | 'publicUrl'>,
  mail: Pick<Row<'mail'>, 'subject' | 'bodyText' | 'bodyHtml' | 'accountId' | 'expiresAt' | 'mailingId'>,
): Promise<Dressed> {
  const { letterhead, replyTo } = await letterheadOf(world)
  const words = { subject: mail.subject, text: mail.bodyText, html: mail.bodyHtml }
  // Written before the upgrade to 0.2: it has a frame and a greeting already.
  if (words.html.startsWith('<!doctype')) return { ...words, replyTo }
  const greeting = mail.mailingId === null ? await greetingOf(world, mail) : undefined
  return { ...framed(words, { letterhead, greeting }), replyTo }
}

/** For a preview, before the email is written. */
export async function textAsSent(
  world: Pick<World, 'db' | 'publicUrl'>,
  words: Written,
  name: string,
): Promise<string> {
  const { letterhead } = await letterheadOf(world)
  return framed(words, { letterhead, greeting: `Dear ${name},` }).text
}

/** For the preview of an email to an address that nobody has proved yet: it repeats no name in its greeting. */
export async function asSentToNewAddress(world: Pick<World, 'db' | 'publicUrl'>, words: Written) {
  const { letterhead, replyTo = null } = await letterheadOf(world)
  const { text } = framed(words, { letterhead, greeting: 'Hello,' })
  // A path: the console shows pictures of its own address only.
  return { college: letterhead.college, logo: letterhead.logo?.slice(world.publicUrl.length) ?? null, replyTo, text }
}

export async function letterheadOf(
  world: Pick<World, 'db' | 'publicUrl'>,
): Promise<{ letterhead: Letterhead; replyTo: string | undefined }> {
  const { college, contact } = await letterheadWords(world)
  const letterhead = {
    college: college?.college ?? new URL(world.publicUrl).hostname,
    department: college?.department ?? '',
    logo: logoOf(college?.collegeLogo, world.publicUrl),
  }
  return { letterhead, replyTo: firstContact(contact?.contacts) }
}

/**
 * An email with an end (a PIN, an invitation) goes to an address that nobody has proved yet: it repeats no name, which a stranger could have
 * typed to send their own words from our address.
 */
async function greetingOf(
  { db }: Pick<World, 'db'>,
  { accountId, expiresAt }: Pick<Row<'mail'>, 'accountId' | 'expiresAt'>,
): Promise<string> {
  if (accountId === null || expiresAt) return 'Hello,'
  const account = await db
    .selectFrom('account')
    .select('fullName')
    .where('id', '=', accountId)
    .where('verifiedAt', 'is not', null)
    .where('erasedAt', 'is', null)
    .executeTakeFirst()
  return account?.fullName ? `Dear ${account.fullName},` : 'Hello,'
}

const logoOf = (path: string | undefined, publicUrl: string): string | undefined =>
  path && /\.(png|jpe?g)$/i.test(path) ? `${publicUrl}${path}` : undefined

/** Replies go to the first contact of the college. The sample's addresses do not exist. */
function firstContact(contacts: readonly { email: string }[] = []): string | undefined {
  const first = contacts[0]?.email
  return first && !first.endsWith('.example') ? first : undefined
}
