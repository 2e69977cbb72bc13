import type { Transporter } from 'nodemailer'

export type Letter = {
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  /** Where replies go, if not to the sender. */
  replyTo?: string
  /** Where a mailbox can say with one click that no more of these are wanted (RFC 8058). */
  unsubscribe?: string
  /** A calendar file that goes with it. */
  calendar?: string
}

/** Takes letters to the mail server. Without one, `carry` is missing and letters stay where they can be read. */
export type PostOffice = { from?: string; carry?: (letter: Letter) => Promise<void>; close: () => Promise<void> }

/** After the mail server refused our account, it is left alone for so long. */
const restsFor = 20_000

export function openPostOffice({ url, from }: { url: string | undefined; from: string }): PostOffice {
  if (!url) return { from, close: async () => {} }
  const options = optionsFor(new URL(url))
  let transport: Transporter | undefined
  let refused: { error: unknown; at: number } | undefined
  return {
    from,
    carry: async ({ unsubscribe, calendar, ...letter }) => {
      // Hundreds of emails that each try a wrong password would lock our account at the mail server.
      if (refused && performance.now() - refused.at < restsFor) throw refused.error
      // Read with the first letter: no start need wait for it.
      const { createTransport } = await import('nodemailer')
      transport ??= createTransport(options)
      const headers = { 'Auto-Submitted': 'auto-generated', ...(unsubscribe && oneClick(unsubscribe)) }
      try {
        await transport.sendMail({ ...letter, from, headers, ...(calendar && { attachments: [attached(calendar)] }) })
        refused = undefined
      } catch (error) {
        if (causeOf(error) === 'not_accepted') refused = { error, at: performance.now() }
        throw error
      }
    },
    close: async () => transport?.close(),
  }
}

const attached = (calendar: string) => ({
  filename: 'calendar.ics',
  content: calendar,
  contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
})

const oneClick = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

function optionsFor(address: URL) {
  return {
    host: address.hostname,
    port: Number(address.port || (address.protocol === 'smtps:' ? 465 : 587)),
    secure: address.protocol === 'smtps:',
    // A password must not cross the network in the clear; a mail server on this machine needs neither.
    requireTLS: address.protocol === 'smtp:' && address.username !== '',
    ...(address.username && {
      auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) },
    }),
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const
}

/** Why an email could not be delivered, as far as the mail server said. */
export type DeliveryFault = 'no_mailbox' | 'full' | 'refused' | 'not_accepted' | 'unreachable'

type SmtpError = { responseCode?: number; response?: string; code?: string; command?: string }

/** nodemailer's codes for a sign-in that failed or was not offered, and for a server without the TLS that we insist on. */
const setUpWrong = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS'])

/**
 * Only `no_mailbox` is about the recipient alone. Everything else can be the fault of the mail server or of our account there, and is
 * repaired by people: a wrong password must not cost a single email.
 */
export function causeOf(error: unknown): DeliveryFault {
  const { responseCode, response = '', code = '', command = '' } = error as SmtpError
  if (setUpWrong.has(code) || command.startsWith('AUTH') || command === 'MAIL FROM') return 'not_accepted'
  if (typeof responseCode !== 'number') return 'unreachable'
  if (responseCode === 530 || responseCode === 534 || responseCode === 535 || responseCode === 538)
    return 'not_accepted'
  if (/\b5\.7\.\d|relay|authenticat|not permitted/i.test(response))
    return /relay|authenticat|not permitted/i.test(response) ? 'not_accepted' : 'refused'
  // Before the mailbox: some servers report a full one as 550.
  if (responseCode === 552 || responseCode === 452 || /\b[45]\.2\.2\b|quota|mailbox (is )?full/i.test(response))
    return 'full'
  if (responseCode >= 500 && isUnknownMailbox(response)) return 'no_mailbox'
  return 'refused'
}

/** The enhanced codes of RFC 3463 for a bad address where there is one, else the words that mail servers use. */
function isUnknownMailbox(response: string): boolean {
  if (/\b5\.\d{1,3}\.\d{1,3}\b/.test(response)) return /\b5\.1\.([1-36]|10)\b/.test(response)
  const mailbox = /user|mailbox|recipient|address|account|no such/i
  return mailbox.test(response) && /unknown|no such|not exist|not found|invalid|unavailable|disabled/i.test(response)
}
