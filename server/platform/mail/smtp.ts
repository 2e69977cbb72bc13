import type { Transporter } from 'nodemailer'

export type Letter = { messageId: string; to: string; subject: string; text: string; html: string }

/** Takes letters to the mail server. Without one, `carry` is missing and letters stay where they can be read. */
export type PostOffice = { carry?: (letter: Letter) => Promise<void>; close: () => Promise<void> }

export function openPostOffice({ url, from }: { url: string | undefined; from: string }): PostOffice {
  if (!url) return { close: async () => {} }
  const options = optionsFor(new URL(url))
  let transport: Transporter | undefined
  return {
    carry: async (letter) => {
      // Read with the first letter: no start need wait for it.
      const { createTransport } = await import('nodemailer')
      transport ??= createTransport(options)
      await transport.sendMail({ ...letter, from, headers: { 'Auto-Submitted': 'auto-generated' } })
    },
    close: async () => transport?.close(),
  }
}

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
