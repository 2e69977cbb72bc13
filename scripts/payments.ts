/** `npm run payments`: the payments that need a person. `npm run payments -- refund <transaction> <your name> <reason>` gives one back; the person reads the reason. */
import { moneysText, moneyText } from '#contract/money.ts'
import { type End, inActOfSteps } from '#server/kernel/acts.ts'
import { readSettings } from '#server/kernel/settings.ts'
import {
  capturedOf,
  exceptionLine,
  openExceptions,
  givenBackInAll,
  lastRefunds,
  refundLine,
} from '#server/payments/books/ledger.ts'
import { type RefundAnswer, refundPayment } from '#server/payments/refunds/refund.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { endWithSentences } from '#server/platform/process/mistakes.ts'
import { makeWorld } from '#server/portal.ts'
import { connectToTables } from './tables.ts'

endWithSentences()

const sentences: Record<RefundAnswer, string> = {
  done: 'was given back, and the person has a letter',
  differs: 'was given back with another amount: npm run payments says which',
  'being done': 'is being given back by somebody else right now',
  unknown: 'may have been given back: the bank did not say. Ask again later; it is not sent twice',
  failed: 'was not given back: the bank refused',
  'not captured': 'was never captured, so that there is nothing to give back',
  'paid out': 'was paid out beside the bank, or is about to be',
  'another gateway': 'was made through another gateway than the one that is set up',
}

const config = readSettings()
const log = makeLog('silent')
const { db, clock, leave } = await connectToTables(config, log)
const world = await makeWorld(config, { db, log, now: clock.now })
const [command, transaction = '', by = '', ...reason] = process.argv.slice(2)
try {
  if (command === 'refund') await refund()
  else await list()
} finally {
  await world.postOffice.close()
  await leave()
}

async function list(): Promise<void> {
  const open = await openExceptions(world)
  for (const exception of open) console.log(exceptionLine(exception))
  console.log(open.length === 0 ? 'No payment needs a person.' : `${open.length} payments need a person.`)
  if (open.length > 0) console.log(`Owners and finance settle them at ${config.PUBLIC_URL}/console/finance/exceptions`)
  for (const refund of await lastRefunds(world, 50)) console.log(refundLine(refund))
  console.log(`Cash, drafts, refunds and closings: ${config.PUBLIC_URL}/console/finance`)
  console.log(`Given back in all: ${moneysText(await givenBackInAll(world)) || 'nothing'}.`)
}

async function refund(): Promise<void> {
  const attempt = await db
    .selectFrom('paymentAttempt')
    .select(['id', 'amount', 'currency'])
    .where('transactionId', '=', transaction)
    .executeTakeFirst()
  if (!attempt || !by || reason.length === 0) {
    console.error('Say which, who and why: npm run payments -- refund 123456789012 "Ms Memon" "The workshop was moved"')
    process.exitCode = 1
    return
  }
  const wish = { attemptId: attempt.id, by, reason: reason.join(' ') }
  const actor = { kind: 'command', name: by } as const
  const about = { kind: 'payment_attempt', id: attempt.id }
  const act = { actor, operation: 'payments refund', about, reason: wish.reason, endOf }
  const answer = await inActOfSteps(world, act, (world) => refundPayment(world, wish))
  console.log(`The payment of ${moneyText((await capturedOf(world, attempt.id)) ?? attempt)} ${sentences[answer]}.`)
  process.exitCode = answer === 'done' ? 0 : 1
}

function endOf(answer: RefundAnswer): End {
  if (answer === 'done' || answer === 'differs') return { outcome: 'done' }
  return { outcome: answer === 'unknown' || answer === 'failed' ? 'failed' : 'refused', refusal: answer }
}
