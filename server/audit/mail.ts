/** Emails to owners about the audit log. */
import { grouped } from '#contract/money.ts'
import { letter, momentInWords, type Written } from '#server/platform/mail/letter.ts'

type Seal = { number: number; digest: Buffer; sealedAt: Date; actsInAll: number }
type SealLetter = { seal: Seal; broken: readonly string[]; publicUrl: string }

export function sealLetter({ seal, broken, publicUrl }: SealLetter): Written {
  const { number, digest, sealedAt, actsInAll } = seal
  const found =
    broken.length === 0
      ? [
          'The audit log is as it was written. Nothing that has been sealed was changed or removed since the last email.',
        ]
      : [
          'The audit log is not as it was sealed. Something was changed by hand. Ask your system administrator, and keep this email:',
          ...broken,
        ]
  return letter({
    subject: broken.length === 0 ? `Seal ${number} of the audit log` : 'The audit log was changed',
    paragraphs: [
      ...found,
      `Seal ${number}, made ${momentInWords(sealedAt)} over ${grouped(actsInAll)} acts:`,
      digest.toString('hex'),
      'Keep this email. A later change of the log cannot change the number here: npm run doctor compares it with the database.',
      { link: `${publicUrl}/console/audit`, label: 'Open the audit log' },
    ],
  })
}
