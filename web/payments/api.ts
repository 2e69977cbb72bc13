/** What the payment service says, and what follows for the person. */
import { orderTexts, responseCodes } from '#contract/booking/texts.ts'
import type { finalizePayment, initiatePayment } from '#contract/payments/payments.ts'
import { type AnswerTo, busyWord } from '#web/platform/call.ts'
import type { Payment } from './slice.ts'

export type Begun = { kind: 'portal'; payment: Payment } | { kind: 'no'; sentence: string }

/** Words of our own server that help more than "failed": they say what to do next. */
const helpful: readonly string[] = [orderTexts.confirming, orderTexts.holdEnded, orderTexts.alreadyPaid]
/** These come with the hour in their words. */
const helpfulCodes: readonly string[] = [responseCodes.confirming, responseCodes.review]

export function readInitiation(answer: AnswerTo<typeof initiatePayment>): Begun {
  if (answer.kind === 'failed') return no(orderTexts.initiationFailed)
  if (answer.kind === 'refused') {
    const isHelpful = answer.sentence === orderTexts.noPaymentCode
    return no(isHelpful ? answer.sentence : (busyWord(answer) ?? orderTexts.initiationFailed))
  }
  // Another payment service, or a proxy before it, may answer with less.
  const said: Partial<typeof answer.reply.Transaction> = answer.reply?.Transaction ?? {}
  const { TransactionID, PaymentPortal, ResponseCode = '', ResponseDescription = '' } = said
  if (TransactionID && PaymentPortal) {
    return { kind: 'portal', payment: { transactionID: TransactionID, paymentPortal: PaymentPortal } }
  }
  const isHelpful = helpful.includes(ResponseDescription) || helpfulCodes.includes(ResponseCode)
  return no(isHelpful && ResponseDescription ? ResponseDescription : orderTexts.registrationFailed)
}

const no = (sentence: string): Begun => ({ kind: 'no', sentence })

export type Ending =
  /** The bank has spoken: this payment need not be asked about again. */
  | { kind: 'settled'; sentence: string }
  | { kind: 'open'; sentence: string }
  /** The server does not know this transaction. */
  | { kind: 'unknown' }

export function readFinalization(answer: AnswerTo<typeof finalizePayment>): Ending {
  const { ResponseCode, ResponseDescription = '' } = (answer.kind === 'reply' && answer.reply) || {}
  if (ResponseCode === undefined) return { kind: 'open', sentence: busyWord(answer) ?? failedWord(answer) }
  if (ResponseCode === responseCodes.success) {
    return { kind: 'settled', sentence: ResponseDescription || orderTexts.paid }
  }
  if (ResponseCode === responseCodes.notFound) return { kind: 'unknown' }
  // Whoever reads "failed" while the bank is still thinking pays a second time.
  if (ResponseCode === responseCodes.confirming) {
    return { kind: 'open', sentence: ResponseDescription || orderTexts.confirming }
  }
  return { kind: 'settled', sentence: ResponseDescription || orderTexts.finalizationBroke }
}

/** The catalogue of the specification (section 8): a reason that was named, or none. */
function failedWord(answer: AnswerTo<typeof finalizePayment>): string {
  const isNamed = answer.kind === 'refused' && answer.status < 500 && answer.sentence !== ''
  return isNamed ? orderTexts.finalizationFailed + answer.sentence : orderTexts.finalizationBroke
}

/** Gateways are entered by a form with the transaction as its only field. */
export function leaveFor({ transactionID, paymentPortal }: Payment): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = paymentPortal
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = 'TransactionID'
  field.value = transactionID
  form.append(field)
  document.body.append(form)
  form.submit()
  form.remove()
}

/** Anything but a web page (javascript:, data:) is nowhere to send a person to. */
export function isPortal(address: string): boolean {
  return URL.canParse(address, location.href) && /^https?:$/.test(new URL(address, location.href).protocol)
}
