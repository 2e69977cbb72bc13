/** The page of the pretend bank: plain forms, no script. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { rupees } from '#contract/money.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { escapeHtml } from '#server/platform/mail/letter.ts'
import {
  byTransaction,
  choose,
  type Outcome,
  outcomes,
  type SandboxOptions,
  type SandboxPayment,
  sandboxPortal,
} from './sandbox.ts'

const labels: Record<Outcome, string> = {
  approve: 'Approve',
  cancel: 'Cancel and return to Colloquium',
  'decline-51': 'Decline: not enough funds (51)',
  'decline-5': 'Decline: do not honour (5)',
  'decline-91': 'Decline: the bank is down (91)',
  'no-return': 'Approve, and never return',
  'late-return': 'Approve, and return a minute later',
  'duplicate-return': 'Approve, and send the result twice',
  'pending-210': 'Leave pending (210), approve in 3 minutes',
  'wrong-amount': 'Approve the wrong amount',
}
const lateBy = 60

const style = `:root{color-scheme:light dark;--page:light-dark(#f3f6f5,#0c1517);--surface:light-dark(#fff,#142023);--ink:light-dark(#10262b,#e8f0ef);--soft:light-dark(#455a5e,#a9bcbd);--line:light-dark(#d3dddc,#273739);--edge:light-dark(#738789,#6d8487);--focus:light-dark(#b24a00,#ffc65c)}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.55 -apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif}
header{padding:.75rem;background:repeating-linear-gradient(-45deg,#f0a830 0 14px,#e09512 0 28px);color:#261600;font-weight:700;text-align:center}
main{width:min(60rem,100% - 2rem);margin:2rem auto;display:grid;gap:1.5rem}p,ul,h1,h2{margin:0;padding:0}
h1,h2{font-family:"Iowan Old Style","Palatino Linotype",Palatino,Georgia,serif;font-weight:500;line-height:1.2}h1{font-size:2rem}h2{font-size:1.3rem}
.top{display:flex;flex-wrap:wrap;gap:.5rem 1rem;justify-content:space-between}.soft{color:var(--soft);font-size:.875rem}
.split{display:grid;gap:1.5rem;align-items:start}@media(width>=48rem){.split{grid-template-columns:1fr 20rem}}
.card,.card form,aside{display:grid;gap:1rem}.card{padding:1.5rem;border:1px solid var(--line);border-radius:8px;background:var(--surface)}
.two{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(8rem,1fr))}label{display:grid;gap:.25rem;font-weight:600}
input{min-height:2.75rem;width:100%;padding:.5rem .75rem;border:1.5px solid var(--edge);border-radius:4px;background:var(--surface);color:var(--ink);font:inherit;font-weight:400}
li{display:flex;justify-content:space-between;gap:1rem;padding:.5rem 0;border-top:1px solid var(--line)}li span:last-child{white-space:nowrap}li:last-child{font-weight:600}
button,.button{display:block;min-height:2.75rem;width:100%;padding:.5rem 1rem;border:1.5px solid var(--edge);border-radius:8px;background:none;color:var(--ink);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.pay{border-color:transparent;background:#f0a830;color:#261600}.buttons{display:grid;gap:.5rem}:focus-visible{outline:3px solid var(--focus);outline-offset:2px}`

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`

export function sandboxRoutes(app: FastifyInstance, options: SandboxOptions): void {
  const config = { token: 'none' } as const
  app.post(sandboxPortal, { config }, async (request, reply) => {
    const { TransactionID } = (request.body ?? {}) as { TransactionID?: unknown }
    if (typeof TransactionID !== 'string' || !/^\d{12}$/.test(TransactionID)) return refuse('not_found')
    return reply.redirect(`${sandboxPortal}/${TransactionID}`, 303)
  })
  app.get(`${sandboxPortal}/:transaction`, { config }, async (request, reply) => {
    const { transaction } = request.params as { transaction: string }
    const payment = (await byTransaction(options, transaction)) ?? refuse('not_found')
    const isOver = payment.outcome !== null || payment.reversedAt !== null
    return page(reply, isOver ? over(payment) : payPage(payment))
  })
  app.post(`${sandboxPortal}/:transaction`, { config }, async (request, reply) => {
    if (app.isForeignPage(request.headers)) return refuse('not_allowed')
    const { transaction } = request.params as { transaction: string }
    const { outcome } = (request.body ?? {}) as { outcome?: unknown }
    const wanted = outcomes.find((each) => each === outcome) ?? refuse('bad_input')
    const payment = (await choose(options, transaction, wanted)) ?? refuse('not_found')
    if (payment.outcome === 'no-return') return page(reply, over(payment))
    const back = returnOf(payment)
    if (payment.outcome === 'late-return')
      return page(reply.header('refresh', `${lateBy}; url=${back}`), waiting(payment))
    // A real bank now and then sends its result a second time, in the same moment.
    if (payment.outcome === 'duplicate-return')
      await app.inject({ method: 'POST', url: back, headers: { host: request.headers.host ?? '' } })
    return reply.redirect(back, 303)
  })
}

/** Stays on the site that the payer is on, whatever name it was reached by. */
function returnOf({ returnUrl, transactionId }: SandboxPayment): string {
  return `${new URL(returnUrl).pathname}?TransactionID=${transactionId}`
}

function page(reply: FastifyReply, main: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sandbox payment · Colloquium</title><style>${style}</style></head><body><header>Sandbox: no bank is contacted and no money moves</header><main>${main}</main></body></html>`,
    )
}

function top({ transactionId }: SandboxPayment): string {
  return `<div class="top"><strong>Test payment page</strong><span class="soft">Transaction <code>${transactionId}</code></span></div>`
}

/** The fields of the card have no name, so that a browser never sends what is typed there. */
function payPage(payment: SandboxPayment): string {
  const { amount, lines, transactionId } = payment
  const form = `<form method="post" action="${sandboxPortal}/${transactionId}">`
  const button = (outcome: Outcome) => `<button name="outcome" value="${outcome}">${labels[outcome]}</button>`
  const field = (label: string, value: string) =>
    `<label>${label}<input type="text" autocomplete="off" value="${value}"></label>`
  const row = (words: string, price: number) =>
    `<li><span>${escapeHtml(words)}</span><span>${rupees(price)}</span></li>`
  return `${top(payment)}<div class="split"><section class="card">${form}<h1>Pay ${rupees(amount)}</h1>
${field('Card number', '4111 1111 1111 1111')}<div class="two">${field('Expiry', '12 / 29')}${field('Security code', '123')}</div>${field('Name on card', 'A CARDHOLDER')}
<div class="buttons"><button class="pay" name="outcome" value="approve">Pay ${rupees(amount)}</button>${button('cancel')}</div></form></section>
<aside><section class="card"><h2>Order</h2><ul>${lines.map(({ words, amount: price }) => row(words, price)).join('')}${row('Total', amount)}</ul></section>
<section class="card">${form}<h2>Choose an outcome</h2><p class="soft">Each sends the same message a bank would send.</p><div class="buttons">${outcomes
    .filter((outcome) => outcome !== 'cancel')
    .map(button)
    .join('')}</div></form></section></aside></div>`
}

function waiting(payment: SandboxPayment): string {
  return `${top(payment)}<section class="card"><h1>The bank is slow today</h1><p>The payment was approved. You are sent back in a minute.</p><p><a class="button" href="${escapeHtml(returnOf(payment))}">Return now</a></p></section>`
}

function over(payment: SandboxPayment): string {
  const isSilent = payment.outcome === 'no-return'
  const words = isSilent
    ? 'The payment was approved, and nobody is sent back. Colloquium finds it by asking the bank.'
    : 'This payment is over. It cannot be paid again.'
  const link = isSilent
    ? ''
    : `<p><a class="button" href="${escapeHtml(returnOf(payment))}">Return to Colloquium</a></p>`
  return `${top(payment)}<section class="card"><h1>${isSilent ? 'Approved' : 'Nothing to pay'}</h1><p>${words}</p>${link}</section>`
}
