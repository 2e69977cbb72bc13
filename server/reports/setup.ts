/** How far the set-up of a portal is: read from what it has now, step by step. */
import type { FastifyInstance } from 'fastify'
import type { ReplyOf } from '#contract/operation.ts'
import type { SetupStep } from '#contract/pages/setup-steps.ts'
import { SetupMailTest, SetupShow } from '#contract/pages/setup.ts'
import { sampleProgrammes } from '#server/events/programmes.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { written } from '#server/kernel/outbox/worded.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { mailState } from '#server/mail/figures.ts'
import { sampleTexts } from '#server/pages/sample.ts'
import { count } from '#server/platform/security/rate-limits.ts'

type Setup = ReplyOf<typeof SetupShow>

export function setupRoutes(app: FastifyInstance, world: World): void {
  serve(app, SetupShow, () => setupOf(world))
  serve(app, SetupMailTest, { act: () => ({}), answer: ({ world, caller }) => sendTest(world, caller) })
}

export async function setupOf(world: World): Promise<Setup> {
  const texts = await sampleTexts(world, null)
  const facts = texts.flatMap(({ page, facts }) => (facts.length > 0 ? [{ page, texts: facts }] : []))
  const prose = texts.flatMap(({ page, prose, isByPerson }) =>
    prose.length > 0 ? [{ page, texts: prose, isKept: isByPerson }] : [],
  )
  const programmes = await sampleProgrammes(world)
  const mail = await mailSetup(world)
  const bank = { takesMoney: world.gateway.name !== 'sandbox' }
  const hasNoFacts = (page: string) => facts.every((each) => each.page !== page)
  const isDone: Record<SetupStep, boolean> = {
    college: hasNoFacts('college'),
    contact: hasNoFacts('contact'),
    travel: hasNoFacts('travel'),
    texts: prose.every(({ isKept }) => isKept),
    programmes: programmes.length === 0,
    mail: mail.hasServer && !mail.from.includes('@localhost') && mail.lastSentAt !== null && mail.answer === null,
    bank: bank.takesMoney,
  }
  const steps = (Object.keys(isDone) as SetupStep[]).map((step) => ({ step, isDone: isDone[step] }))
  return { steps, facts, prose, programmes, mail, bank }
}

async function mailSetup(world: World): Promise<Setup['mail']> {
  const { waiting, answer } = await mailState(world)
  const last = await world.db
    .selectFrom('mail')
    .select('sentAt')
    // Without a mail server an email counts as sent before it was tried.
    .where('tries', '>', 0)
    .where('sentAt', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    hasServer: Boolean(world.postOffice.carry),
    from: world.postOffice.from ?? '',
    lastSentAt: last?.sentAt?.toISOString() ?? null,
    waiting,
    answer,
  }
}

async function sendTest(world: World, { accountId }: Staff): Promise<ReplyOf<typeof SetupMailTest>> {
  await count(world, limits.testLettersOfStaff, String(accountId))
  const { email } = await world.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  await post(world, { kind: 'mail_test', to: email, accountId, ...written('mail_test', {}) })
  return { to: email }
}
