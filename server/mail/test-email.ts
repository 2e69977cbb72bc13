/** An email to try the mail server with. It goes out at once and not through the outbox: the answer is for the person who gave the command. */
import { randomUUID } from 'node:crypto'
import type { Config } from '#server/kernel/settings.ts'
import { framed, letter } from '#server/platform/mail/letter.ts'
import { openPostOffice } from '#server/platform/mail/smtp.ts'

type Settings = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>

/** A sentence when it was not accepted. */
export async function testEmailFault({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Settings, to: string) {
  if (!SMTP_URL) return 'SMTP_URL is not set: no email goes out.'
  const { hostname } = new URL(PUBLIC_URL)
  const words = letter({
    subject: `Test email from ${hostname}`,
    paragraphs: [
      `This email was sent by npm run doctor -- --mail, to test the mail server of ${PUBLIC_URL}.`,
      'If it is in the spam folder, check the SPF, DKIM and DMARC records of the sender’s domain.',
    ],
  })
  const { subject } = words
  const letterhead = { college: hostname, department: '', logo: undefined }
  const { text, html } = framed(words, { letterhead, greeting: 'Hello,' })
  const postOffice = openPostOffice({ url: SMTP_URL, from: MAIL_FROM })
  try {
    await postOffice.carry?.({ messageId: `<${randomUUID()}@${hostname}>`, to, subject, text, html })
    return undefined
  } catch (error) {
    const { host } = new URL(SMTP_URL)
    return `The test email was not accepted by ${host} of SMTP_URL, with the sender of MAIL_FROM: ${(error as Error).message}`
  } finally {
    await postOffice.close()
  }
}
