/** The bank's gateway as its guide describes it, over TLS with a certificate of its own. It can fall silent, break, or lose its answers. */
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { aCertificate } from './certificate.ts'

type State = 'Registration' | 'Authorized' | 'Capture' | 'Reversal' | 'Declined'
type Sale = {
  id: string
  orderId: string
  amount: string
  currency: string
  returnPath: string
  state: State
  code: string
  /** What the bank takes when it is not what it was asked for. */
  takes?: { amount?: string; currency?: string }
  /** What the bank gives back when it is not what it was asked for; without a currency, in that of the sale. */
  gives?: { amount: string; currency?: string }
  /** What the bank gave back. */
  given?: { amount: string; currency: string }
}
type Message = Record<string, string>
export type Mood = 'well' | 'silent' | 'html' | 'broken' | 'loses answers'

export type FakeEpg = {
  url: string
  ca: string
  sales: Map<string, Sale>
  /** Every message as it came: what was asked, and its fields. */
  heard: { what: string; fields: Message }[]
  mood: Mood
  portal: string
  settled: boolean
  /** Sees each message when it was heard and nothing followed from it yet, and when it was done and is not answered yet; may end it there. */
  witness: (moment: 'heard' | 'done', what: string) => 'hang up' | undefined
  /** What a payer does on the bank's page; the codes are those of the guide's test cards. */
  pays: (transactionId: string, card?: string) => Sale
  change: (transactionId: string, change: Partial<Sale>) => void
}

const codes: Record<string, string> = {
  '4111111111111111': '0',
  '4012888888881881': '51',
  '5105105105105100': '5',
}
const words: Record<string, string> = {
  '0': 'Request Processed Successfully',
  '5': 'Do not honour',
  '51': 'Not sufficient funds',
  '91': 'Issuer or switch inoperative',
  '210': 'Pending',
}
export const merchant = {
  customer: 'Demo Merchant',
  store: '0000',
  terminal: '0000',
  username: 'Demo',
  password: 'Comtrust@20182018',
}

export async function openFakeEpg(): Promise<FakeEpg> {
  const { key, cert } = aCertificate()
  const server = createServer({ key, cert })
  const fake: FakeEpg = {
    url: '',
    ca: cert,
    sales: new Map(),
    heard: [],
    mood: 'well',
    portal: 'https://demo-ipg.comtrust.ae/PaymentEx/Paymentpartner/Payment?lang=en&layout=C0STCBVLEI',
    settled: false,
    witness: () => undefined,
    pays(transactionId, card = '4111111111111111') {
      const sale = saleOf(fake, transactionId)
      sale.code = codes[card] ?? '91'
      sale.state = sale.code === '0' ? 'Authorized' : 'Declined'
      return sale
    },
    change: (transactionId, change) => void Object.assign(saleOf(fake, transactionId), change),
  }
  server.on('request', (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const mood = fake.mood
      if (mood === 'silent') return
      if (mood === 'html') return response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
      if (mood === 'broken') return response.end('{"Transaction":{"ResponseCo')
      const message = JSON.parse(Buffer.concat(parts).toString()) as Record<string, Message>
      const [what = ''] = Object.keys(message)
      if (fake.witness('heard', what) === 'hang up') return response.destroy()
      const answer = answerTo(fake, message)
      if (fake.witness('done', what) === 'hang up' || mood === 'loses answers') return response.destroy()
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ Transaction: answer }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  fake.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return fake
}

function saleOf({ sales }: FakeEpg, id: string): Sale {
  const sale = sales.get(id)
  if (!sale) throw new Error(`the bank knows no transaction ${id}`)
  return sale
}

function answerTo(fake: FakeEpg, message: Record<string, Message>): object {
  const [what, fields] = Object.entries(message)[0] ?? ['', {} as Message]
  fake.heard.push({ what, fields })
  if (
    fields.UserName !== merchant.username ||
    fields.Password !== merchant.password ||
    fields.Customer !== merchant.customer
  )
    return say('3', 'Invalid merchant')
  const verbs: Record<string, (fake: FakeEpg, fields: Message) => object> = {
    Registration,
    Finalization,
    Reversal,
    Refund,
    QueryData,
  }
  return verbs[what]?.(fake, fields) ?? say('12', 'Invalid transaction')
}

function say(code: string, description = words[code] ?? 'Error'): object {
  return {
    ResponseCode: code,
    ResponseClass: code === '0' ? '0' : '1',
    ResponseDescription: description,
    ResponseClassDescription: code === '0' ? 'Success' : 'Error',
    Balance: { Value: '0' },
    Fees: { Value: '0' },
    Payer: null,
    UniqueID: crypto.randomUUID(),
  }
}

function Registration(fake: FakeEpg, fields: Message): object {
  const {
    OrderID = '',
    OrderName = '',
    ReturnPath = '',
    Amount = '',
    Currency = '',
    TransactionHint = '',
    Channel,
  } = fields
  if (!/^[A-Za-z0-9]{1,16}$/.test(OrderID) || [...fake.sales.values()].some(({ orderId }) => orderId === OrderID))
    return say('6515', 'OrderID')
  if (!/^(?! )[\x20-\x7e]{1,24}(?<! )$/.test(OrderName) || OrderName.includes('  ')) return say('6517', 'OrderName')
  if (ReturnPath.length > 256 || !URL.canParse(ReturnPath)) return say('6560', 'ReturnPath')
  if (!/^\d+\.\d{2}$/.test(Amount) || Currency !== 'PKR' || Channel !== 'Web' || !TransactionHint.includes('CPT:Y;'))
    return say('13', 'Invalid amount')
  const id = String(700_000_000_000 + fake.sales.size)
  fake.sales.set(id, {
    id,
    orderId: OrderID,
    amount: Amount,
    currency: Currency,
    returnPath: ReturnPath,
    state: 'Registration',
    code: '',
  })
  return {
    ...say('0'),
    TransactionID: id,
    PaymentPortal: fake.portal,
    PaymentPage: fake.portal,
    Amount: { Value: '0' },
  }
}

/** The money is taken here, and not before. A second time there is nothing to take. */
function Finalization(fake: FakeEpg, { TransactionID = '' }: Message): object {
  const sale = fake.sales.get(TransactionID)
  if (!sale) return say('12', 'Invalid transaction')
  if (sale.state === 'Declined' || sale.code === '210') return say(sale.code)
  if (sale.state !== 'Authorized') return say('6', 'The transaction is not in a state to be finalized')
  sale.state = 'Capture'
  Object.assign(sale, sale.takes)
  return {
    ...say('0'),
    ApprovalCode: '421218',
    OrderID: sale.orderId,
    Amount: { Value: `${sale.amount}0` },
    ...(sale.takes?.currency && { Currency: sale.takes.currency }),
    CardNumber: '411111******1111',
    CardToken: '4111110042761111',
    CardBrand: 'Visa',
  }
}

function Reversal(fake: FakeEpg, { TransactionID = '' }: Message): object {
  const sale = fake.sales.get(TransactionID)
  if (!sale || (sale.state === 'Capture' && fake.settled)) return say('12', 'Invalid transaction')
  if (sale.state === 'Capture') sale.given = { amount: sale.amount, currency: sale.currency }
  sale.state = 'Reversal'
  return say('0')
}

/** As much of what was taken as is asked for; more than that, or another currency, is refused. */
function Refund(fake: FakeEpg, { TransactionID = '', Amount = '', Currency = '' }: Message): object {
  const sale = fake.sales.get(TransactionID)
  const isTooMuch = !sale || Number(Amount) > Number(sale.amount) || Currency !== sale.currency
  if (isTooMuch || sale.state !== 'Capture' || !fake.settled) return say('6888', 'Not enough captured amount')
  sale.given = { amount: Amount, currency: Currency, ...sale.gives }
  sale.state = 'Reversal'
  const { amount, currency } = sale.given
  return { ...say('0'), ApprovalCode: '421219', Amount: { Value: amount }, Currency: currency }
}

/** A list of one comes without its list, as JSON that was XML does. */
function QueryData(fake: FakeEpg, { LastTranState }: Message): object {
  const rows = [...fake.sales.values()]
    .filter(({ state }) => state === LastTranState)
    .map((sale, at) => ({
      TransactionID: sale.id,
      TransactionDate: '11/1/2026 9:00:03 AM',
      LastState: 'CC Authorization',
      OrderID: sale.orderId,
      OrderName: 'Workshops',
      Amount: (sale.given ?? sale).amount,
      Currency: (sale.given ?? sale).currency,
      RECORD_NUMBER: String(at + 1),
    }))
  const Results = rows.length === 0 ? null : { Row: rows.length === 1 ? rows[0] : rows }
  return { ...say('0'), Results, RowsCount: String(rows.length) }
}
