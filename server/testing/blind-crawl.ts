/**
 * REV-009: everything that a reviewer can ask for, searched for whatever tells an author. A call with `at: 'review'` is asked as soon as it is in the
 * contract, with the ids of one's own assignments and titles, of others', and of nobody's.
 */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { operations } from '#contract/operations.ts'
import type { World } from '#server/kernel/world.ts'
import { inBlindWorld } from '#server/reviews/blind-world.ts'
import { prepareBlind } from '#server/selection/redaction/prepare-blind.ts'
import { saved, statusOf } from './abstracts.ts'
import { drawFairly } from './bids.ts'
import { fileOf, needles, planted } from './blind-authors.ts'
import { sentWith } from './inputs.ts'
import { aPersonSignedIn, call, cookieIn } from './people.ts'
import { stillIn } from './planted.ts'
import { createProfile } from './profiles.ts'
import { aReviewer, asStaff, fieldsOf, reviewBegins } from './selection.ts'
import type { Team } from './team.ts'

/** Each abstract tells of its author in its texts, its file, the file's name, its author list and their profile. */
export async function aPlantedReview(team: Team) {
  const { world, app, eventId } = team
  const abstracts: number[] = []
  const originals: Buffer[] = []
  await fieldsOf(team)
  for (const [at, who] of planted.entries()) {
    const { name, email, phone, pmdc, institution } = who
    const author = await aPersonSignedIn(world)
    await createProfile(app, author.token, { Name: name, Institution: institution, Mobile: phone, PMDCReg: pmdc })
    const words = {
      Title: `Seen at ${institution}`,
      BackGround: `<p>By <em>${name.slice(0, 3)}</em>${name.slice(3)} (PMDC ${pmdc}).</p>`,
      Material: `<p>Write to ${email} or call ${phone.slice(0, 4)}-${phone.slice(4)}.</p>`,
      Results: `<p>${name.toUpperCase()} counted 12.</p>`,
    }
    const file = await fileOf(who, at)
    originals.push(file.bytes)
    const pk = await saved(app, { token: author.token, words, file })
    await statusOf(app, 'SubmitAbstract', { token: author.token, pk })
    abstracts.push(pk)
    await asStaff(world, async ({ db }) => {
      await db.updateTable('account').set({ fullName: name }).where('id', '=', author.accountId).execute()
      const row = { abstractId: pk, position: 1, name, email, emailKey: email, institution, presents: true }
      await db.insertInto('abstractAuthor').values(row).execute()
    })
  }
  const reviewers = [await aReader(team), await aReader(team)]
  await reviewBegins(world, eventId)
  await asStaff(world, ({ db }) => db.updateTable('reviewCall').set({ bids: true }).execute())
  await drawFairly(world, eventId)
  await prepareBlind(world)
  const assignments = await asStaff(world, ({ db }) =>
    db
      .insertInto('assignment')
      .values(
        reviewers.flatMap(({ reviewerId }, at) =>
          abstracts
            // The last one is of the second alone.
            .filter((_, index) => at === 1 || index < abstracts.length - 1)
            .map((abstractId) => ({
              abstractId,
              reviewerId,
              alias: at + 1,
              assignedAt: world.now(),
              changedAt: world.now(),
            })),
        ),
      )
      .returning(['id', 'reviewerId'])
      .execute(),
  )
  return { abstracts, originals, reviewers, assignments }
}

/** Signed in as anybody signs in, with the cookie that they then have. */
async function aReader(team: Team) {
  const reviewer = await aReviewer(team)
  const signedIn = await call(team.app, 'Login', { UserID: reviewer.email, Password: 'correct horse' })
  return { ...reviewer, token: String(signedIn.Column1), cookie: cookieIn(signedIn) }
}
export type Reader = Awaited<ReturnType<typeof aReader>>

/** Releases all that waits, with everything hidden that was found; or, for the control, with nothing. */
export async function releaseAll({ owner, eventId }: Team, abstracts: readonly number[], hides = true): Promise<void> {
  for (const abstractId of abstracts) {
    const { body } = await owner.get('/staff/RedactionShow', { eventId, abstractId })
    type Shown = { version: number; saves: number; file: { state: string } }
    const { version, saves, file } = (body as { redaction: Shown }).redaction
    await owner.post('/staff/RedactionSave', {
      eventId,
      abstractId,
      version,
      saves,
      release: true,
      ...(!hides && { hide: [] }),
      // A picture cannot be read: without a word it would be withheld.
      ...(file.state === 'copy' && { file: 'copy' }),
    })
  }
}

export type Heard = { where: string; text: string }

type Crawl = Pick<Team, 'app' | 'world'> & {
  reviewers: readonly Reader[]
  assignments: readonly { id: number }[]
}

/** What every call answers, what every view holds, and every letter, for each reviewer. */
export async function crawl({ app, world, reviewers, assignments }: Crawl): Promise<Heard[]> {
  const ids = [...assignments.map(({ id }) => id), 999_999, 2_147_483_647]
  const titles = ['0'.repeat(32)]
  for (const { reviewerId } of reviewers) titles.push(...(await titlesOf(world, reviewerId)))
  const heard: Heard[] = []
  for (const { reviewerId, accountId, token } of reviewers) {
    for (const operation of operations.filter((each) => each.token === 'session' && each.at === 'review')) {
      const { shape } = operation.input
      const asks: Asking['asked'][] =
        'assignmentId' in shape
          ? ids.map((id) => ({ assignmentId: String(id) }))
          : 'titleId' in shape
            ? titles.map((titleId) => ({ titleId }))
            : [{}]
      for (const asked of asks) {
        // Whoever is told to wait hears nothing, and nothing is found in that.
        await sql`delete from attempt`.execute(world.db)
        heard.push(await answerOf(app, operation, { token, asked }))
      }
    }
    heard.push(...(await viewsOf(world, reviewerId)), ...(await lettersTo(world, accountId)))
  }
  return heard
}

type Asking = { token: string; asked: Record<string, string> }

export async function answerOf(
  app: FastifyInstance,
  operation: (typeof operations)[number],
  { token, asked }: Asking,
): Promise<Heard> {
  const { query = '', payload } = sentWith(operation, asked)
  const reply = await app.inject({
    method: operation.method,
    url: `${operation.path}${query}`,
    headers: {
      host: 'localhost',
      authorization: `Bearer ${token}`,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { payload }),
  })
  const isFile = operation.name === 'ReviewFile' && reply.statusCode === 200
  return {
    where: `${operation.name} ${JSON.stringify(asked)}`,
    text: `${JSON.stringify(reply.headers)}\n${isFile ? await namesIn(reply.rawPayload) : reply.rawPayload.toString('utf8')}`,
  }
}

/** Unpacked, and read by none of the tools that made the copy. */
export async function namesIn(file: Buffer): Promise<string> {
  return `a file with ${JSON.stringify(await stillIn(file, needles))}`
}

async function lettersTo({ db }: World, accountId: number): Promise<Heard[]> {
  const letters = await db
    .selectFrom('mail')
    .select(['subject', 'bodyText', 'bodyHtml', 'recipient'])
    .where((row) =>
      row.or([
        row('accountId', '=', accountId),
        row('recipient', 'in', row.selectFrom('account').select('email').where('id', '=', accountId)),
      ]),
    )
    .execute()
  return letters.map((letter, at) => ({ where: `letter ${at} to ${accountId}`, text: JSON.stringify(letter) }))
}

const titlesOf = (world: World, reviewerId: number): Promise<string[]> =>
  inBlindWorld(world, { reviewerId }, async ({ db }) =>
    (await db.selectFrom('bidTitle').select('titleId').execute()).map(({ titleId }) => titleId),
  )

/** Whatever a call will ever be able to tell. */
async function viewsOf(world: World, reviewerId: number): Promise<Heard[]> {
  return inBlindWorld(world, { reviewerId }, async ({ db }) => {
    const { rows: views } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'blind'`.execute(db)
    const heard: Heard[] = []
    for (const { name } of views) {
      const { rows } = await sql`select * from blind.${sql.ref(name)}`.execute(db)
      heard.push({ where: `blind.${name} of ${reviewerId}`, text: JSON.stringify(rows) })
    }
    return heard
  })
}

const withoutMarks = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '')

/** As it is; in small letters; without marks; letters and digits alone; as it stands in an address; and as it stands in a page or in JSON. */
const foldings: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => withoutMarks(text).toLowerCase(),
  (text) =>
    withoutMarks(text)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, ''),
  (text) =>
    text
      .replaceAll(/(?:%[0-9a-f]{2})+/gi, (code) => Buffer.from(code.replaceAll('%', ''), 'hex').toString('utf8'))
      .toLowerCase(),
  (text) =>
    text
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&#(\d{1,7});/g, (_, code: string) => String.fromCodePoint(Number(code)))
      .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .toLowerCase(),
]

/** `Quintanilla in blind.my_abstract of 3` */
export function hitsIn(heard: readonly Heard[], looked: readonly string[] = needles): string[] {
  const folded = looked.map((needle) => ({ needle, forms: foldings.map((fold) => fold(needle)) }))
  return heard.flatMap(({ where, text }) => {
    const texts = foldings.map((fold) => fold(text))
    return folded
      .filter(({ forms }) => forms.some((form, at) => texts[at]?.includes(form)))
      .map(({ needle }) => `${needle} in ${where}`)
  })
}
