import type { Transporter } from 'nodemailer'

export type Letter = {
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  /** Where a mailbox can say with one click that no more of these are wanted (RFC 8058). */
  unsubscribe?: string
}

/** Takes letters to the mail server. Without one, `carry` is missing and letters stay where they can be read. */
export type PostOffice = { from?: string; carry?: (letter: Letter) => Promise<void>; close: () => Promise<void> }

export function openPostOffice({ url, from }: { url: string | undefined; from: string }): PostOffice {
  if (!url) return { from, close: async () => {} }
  const options = optionsFor(new URL(url))
  let transport: Transporter | undefined
  return {
    from,
    carry: async ({ unsubscribe, ...letter }) => {
      // Read with the first letter: no start need wait for it.
      const { createTransport } = await import('nodemailer')
      transport ??= createTransport(options)
      const headers = { 'Auto-Submitted': 'auto-generated', ...(unsubscribe && oneClick(unsubscribe)) }
      await transport.sendMail({ ...letter, from, headers })
    },
    close: async () => transport?.close(),
  }
}

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

/** The mail server refused for good: another try would be refused too. */
export function isRefusedForGood(error: unknown): boolean {
  return error instanceof Error && 'permanent' in error && error.permanent === true
}

/** Why it could not be carried, as far as the mail server said. */
export function causeOf(error: unknown): 'no_mailbox' | 'full' | 'refused' | 'unreachable' {
  const { responseCode, response = '' } = error as { responseCode?: number; response?: string }
  if (typeof responseCode !== 'number') return 'unreachable'
  // Enhanced codes of RFC 3463 where there are any, else what mail servers usually mean by the plain one.
  if (/\b[45]\.1\.[0-3]\b/.test(response)) return 'no_mailbox'
  if (responseCode === 552 || responseCode === 452 || /\b[45]\.2\.2\b/.test(response)) return 'full'
  if ((responseCode === 550 || responseCode === 551 || responseCode === 553) && !/\b5\.[2-7]\.\d/.test(response))
    return 'no_mailbox'
  return 'refused'
}
